.PHONY: help fast verify format jar

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

fast: ## compile, check the format and run the core's tests: no server, about a minute
	mvn -B -q -pl harness-core spotless:check verify

format: ## format all sources
	mvn -B -q spotless:apply

jar: ## build cli/target/harness.jar without tests
	mvn -B -q -DskipTests package

verify: ## what CI runs
	mvn -B verify
