/** Services of other makers that run on this machine from a package, with the spec that each has itself. */
export type ForeignService = {
  readonly name: string;
  /** The registry, the package and its version. */
  readonly from: string;
  readonly language: string;
  /** Shell commands, run once in the folder of the service. `$TOOLS` is the folder of files beside this one. */
  readonly install: string;
  /** The shell command that serves `$PORT` on loopback until it ends. */
  readonly start: string;
  /** Relative to the origin: the path that gets a response as soon as the service is ready. */
  readonly ready: string;
  /** A file of the folder, or a path of the running service that starts with a slash. */
  readonly spec: string;
  /** The base path of the spec's paths. */
  readonly base?: string;
  readonly auth?: string;
  /** The secret of `auth` as a request has it, for `$TOKEN` of a curl. */
  readonly token?: string;
  /** Operations that would end the service or write outside of its folder. */
  readonly exclude?: readonly string[];
  /** Why operations accept nothing: patterns of operation ids, with the reason. */
  readonly reasons?: readonly (readonly [RegExp, string])[];
  /** Operations that look destructive but only delete what the probe has created. */
  readonly include?: readonly string[];
};

const PIP = "python3 -m venv venv && venv/bin/pip install -q";

/** Services that the probe is run against. */
export type ProbedService = ForeignService & {
  /** Operations accepted before the probe learned values from responses (commit 278312bc, seed 1). */
  readonly acceptedBefore: number;
};

export const SERVICES: readonly ProbedService[] = [
  {
    name: "kinto",
    acceptedBefore: 11,
    from: "PyPI kinto 26.5.0",
    language: "Python",
    install: `${PIP} kinto==26.5.0 setuptools==80.9.0 && cp $TOOLS/kinto.ini .`,
    start: "sed s/PORT/$PORT/ kinto.ini > run.ini && exec venv/bin/kinto start --ini run.ini",
    ready: "/v1/__heartbeat__",
    spec: "/v1/__api__",
    base: "/v1",
    auth: "basic:probe:probe",
    token: "cHJvYmU6cHJvYmU=",
    reasons: [
      [/^__version__/, "needs a file that a deployment writes"],
      [/^delete_user-data/, "needs a permission of the settings file"],
    ],
  },
  {
    name: "jupyter_server",
    acceptedBefore: 2,
    from: "PyPI jupyter_server 2.21.1",
    language: "Python",
    install: `${PIP} jupyter_server==2.21.1 ipykernel==7.4.0`,
    start:
      "rm -rf root && mkdir root && HOME=$PWD exec venv/bin/jupyter server --allow-root --no-browser --ServerApp.port=$PORT --ServerApp.port_retries=0 --ServerApp.root_dir=root --IdentityProvider.token=probe",
    ready: "/api",
    spec: "venv/lib/python3.11/site-packages/jupyter_server/services/api/api.yaml",
    auth: "header:Authorization=token probe",
    token: "token probe",
  },
  {
    name: "httpbin",
    acceptedBefore: 50,
    from: "PyPI httpbin 0.10.4",
    language: "Python",
    install: `${PIP} httpbin[mainapp]==0.10.4 gunicorn==27.0.1`,
    start: "exec venv/bin/gunicorn -b 127.0.0.1:$PORT -k gthread --threads 8 httpbin:app",
    ready: "/get",
    spec: "/spec.json",
    reasons: [
      [/basic-auth|digest-auth/, "the credentials are those in the path; the probe writes none into a URL"],
      [/bearer/, "needs a token, but the spec has no security scheme"],
    ],
  },
  {
    name: "sqlmodel heroes",
    acceptedBefore: 8,
    from: "PyPI sqlmodel 0.0.50 (sdist, docs_src/tutorial/fastapi/teams)",
    language: "Python",
    install: `${PIP} sqlmodel==0.0.50 fastapi==0.165.0 uvicorn==0.54.0 && venv/bin/pip download -q --no-deps --no-binary :all: sqlmodel==0.0.50 && tar xzf sqlmodel-*.tar.gz --strip-components=1`,
    start: "rm -f database.db && exec venv/bin/uvicorn --port $PORT docs_src.tutorial.fastapi.teams.tutorial001:app",
    ready: "/openapi.json",
    spec: "/openapi.json",
  },
  {
    name: "go-swagger todo list",
    acceptedBefore: 4,
    from: "Go github.com/go-swagger/go-swagger v0.30.5 (examples)",
    language: "Go",
    install:
      "GOBIN=$PWD go install github.com/go-swagger/go-swagger/examples/tutorials/todo-list/server-complete/cmd/todo-list-server@v0.30.5",
    start: "exec ./todo-list-server --host 127.0.0.1 --port $PORT",
    ready: "/swagger.json",
    spec: "/swagger.json",
  },
  {
    name: "powerdns",
    acceptedBefore: 9,
    from: "Debian pdns-server 4.7.3",
    language: "C++",
    install:
      "apt-get -qq download pdns-server pdns-backend-sqlite3 libluajit-5.1-2 && for it in *.deb; do dpkg -x $it deb; done",
    start:
      'rm -f zones.db && python3 -c \'import sqlite3; sqlite3.connect("zones.db").executescript(open("deb/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql").read())\' && LD_LIBRARY_PATH=deb/usr/lib/x86_64-linux-gnu exec deb/usr/sbin/pdns_server --config-dir=. --module-dir=deb/usr/lib/x86_64-linux-gnu/pdns --socket-dir=. --launch=gsqlite3 --gsqlite3-database=zones.db --gsqlite3-dnssec=yes --local-address=127.0.0.1 --local-port=$((PORT + 1)) --security-poll-suffix= --webserver=yes --webserver-address=127.0.0.1 --webserver-port=$PORT --api=yes --api-key=probe --daemon=no --guardian=no',
    ready: "/api/docs",
    spec: "/api/docs",
    base: "/api/v1",
    auth: "header:X-API-Key=probe",
    token: "probe",
    reasons: [
      [/^error/, "always responds with an error"],
      [/^getConfigSetting/, "not implemented, as its description says"],
      [/Metadata\b/, "the kinds of metadata are not in the spec, and the only one that a list shows gets 422"],
      [/^axfr/, "needs a zone that is a copy of another server's"],
    ],
  },
  {
    name: "wiremock",
    acceptedBefore: 34,
    from: "Maven org.wiremock:wiremock-standalone 3.13.1",
    language: "Java",
    install:
      "mvn -q dependency:copy -Dartifact=org.wiremock:wiremock-standalone:3.13.1 -DoutputDirectory=. && python3 -m zipfile -e wiremock-standalone-3.13.1.jar jar",
    start:
      "rm -rf root && exec java -Xmx512m -jar wiremock-standalone-3.13.1.jar --bind-address 127.0.0.1 --port $PORT --root-dir root",
    ready: "/__admin/health",
    spec: "jar/swagger/wiremock-admin-api.json",
    exclude: ["/__admin/shutdown"],
    include: [
      "deleteAllStubMappings",
      "resetStubMappings",
      "deleteAllRequestsInJournal",
      "emptyRequestJournal",
      "resetAllScenarios",
      "resetMappingsAndJournal",
    ],
    reasons: [
      [/^import/, "the spec has no request body, which the service needs"],
      [/^getRequestById/, "the journal has requests to the mocked paths only, which the spec does not have"],
      [/^emptyRequestJournal/, "the service no longer has the deprecated path"],
    ],
  },
  {
    name: "mocks-server",
    acceptedBefore: 13,
    from: "npm @mocks-server/main 4.1.0 (admin API)",
    language: "JavaScript",
    install: "npm init -y > init.log && npm install --no-audit --no-fund @mocks-server/main@4.1.0 > npm.log 2>&1",
    start:
      "exec npx mocks-server --config.allowUnknownArguments --server.port=0 --server.host=127.0.0.1 --plugins.adminApi.port=$PORT --plugins.adminApi.host=127.0.0.1 --no-plugins.inquirerCli.enabled",
    ready: "/api/about",
    spec: "/docs/openapi.json",
    base: "/api",
  },
];
