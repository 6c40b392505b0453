.PHONY: help fast verify nightly faults format jar

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

fast: ## compile, check the format and run all tests that need no server: a minute and a half once compiled
	mvn -B -q -T 2 -P fast test

format: ## format all sources
	mvn -B -q spotless:apply

jar: ## build cli/target/harness.jar without tests
	mvn -B -q -T 2 -DskipTests package

verify: ## every module, every test but the long sweeps
	mvn -B -T 2 verify

nightly: ## what CI runs, with the long sweeps
	.ci/run -P nightly

faults: ## every fault to every workload, and their table in docs/reliability.md: half an hour
	mvn -B -T 2 -P nightly -Dgroups=matrix -Dtest.threads=3 -Dfaults.table=$(CURDIR)/docs/reliability.md verify
