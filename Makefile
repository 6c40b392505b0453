.PHONY: help release site blocks fast verify nightly faults surroundings accuracy format jar packages postgresql sqlserver yugabytedb mariadb mysql

# The oldest supported release and a newer one.
SQLSERVER = container:mcr.microsoft.com/mssql/server:2019-CU28-ubuntu-20.04 container:mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04
YUGABYTEDB = container:yugabytedb/yugabyte:2024.2.0.0-b145

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

fast: ## compile without checks, run the quick tests that need no server (a minute)
	src/test/fast.sh

format: ## format all sources
	mvn -B -q spotless:apply -pl '!:dbharness-bom,!src/consumers/tpcc,!src/consumers/provisioning'

jar: ## build cli/target/harness.jar without tests
	mvn -B -q -DskipTests package

packages: ## build the Debian package, the archive and the Homebrew formula into packaging/target
	mvn -B -q -P packages -DskipTests package

release: ## build all files of a release into packaging/target/release, with their SHA-256 sums
	mvn -B -q -P packages,slim -DskipTests package
	rm -rf packaging/target/release && mkdir packaging/target/release
	cp cli/target/harness cli/target/harness.jar cli/target/harness-slim.jar packaging/target/dbharness*.deb packaging/target/dbharness-*.tar.gz packaging/target/dbharness.rb packaging/target/release
	cd packaging/target/release && sha256sum * >SHA256SUMS

verify: ## check every module, run every test except the long sweeps
	mvn -B verify

nightly: ## run the tests of CI with the long sweeps
	.ci/run -P nightly

faults: ## inject every fault into every workload, write the table in docs/reliability.md (half an hour)
	mvn -B -P nightly -Dgroups=matrix -Dtest.threads=3 -Dfaults.table=$(CURDIR)/docs/reliability.md verify

surroundings: ## try every workload in every surrounding, write the table in docs/reliability.md (four minutes)
	mvn -B -q -P '!checks' -Dcompiled=unchecked -Dtest.effort=nightly -pl src -am -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=SurroundingsIT -Dfailsafe.failIfNoSpecifiedTests=false -Dsurroundings.table=$(CURDIR)/docs/reliability.md verify

accuracy: ## measure how often verdicts are right in simulated runs, write the table in docs/accuracy.md (half an hour; continues where it was stopped)
	mvn -B -q -P '!checks' -Dcompiled=unchecked -Dtest.effort=nightly -pl :harness-report -am -Dtest=AccuracyMatrixTest -Dsurefire.failIfNoSpecifiedTests=false -Daccuracy.table=$(CURDIR)/docs/accuracy.md -Daccuracy.rates=$(CURDIR)/harness/report/target/accuracy-$(shell git rev-parse --short HEAD).txt test

site: ## make one site of README and docs, with a search, in packaging/target/site (needs Python 3.11 or newer)
	python3 -m venv packaging/target/site-tools
	packaging/target/site-tools/bin/pip -q install --disable-pip-version-check -r packaging/site/requirements.txt
	packaging/target/site-tools/bin/sphinx-build -q -W --keep-going -d packaging/target/site-pages -c packaging/site . packaging/target/site

blocks: ## paste every block of README and docs into a shell (half an hour)
	mvn -B -q -P '!checks' -Dcompiled=unchecked -DexcludedGroups= -pl src -am -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=PastedBlocksIT -Dfailsafe.failIfNoSpecifiedTests=false verify

postgresql: ## run all workloads, modes and faults on PostgreSQL in Docker, a line for each test
	src/test/docker/check-database.sh container:postgres:16

sqlserver: ## run the same on SQL Server 2019 and 2022; ACCEPT_EULA=Y accepts Microsoft's licence
	src/test/docker/check-database.sh $(SQLSERVER)

mariadb: ## run the same on MariaDB
	src/test/docker/check-database.sh container:mariadb:11.4

mysql: ## run the same on MySQL
	src/test/docker/check-database.sh container:mysql:8.4

yugabytedb: ## run the same on YugabyteDB
	src/test/docker/check-database.sh $(YUGABYTEDB)
