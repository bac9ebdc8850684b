import type { ForeignService } from "../probe-services/services.js";

const PIP = "python3 -m venv venv && venv/bin/pip install -q";

/** Services beside those of scripts/probe-services, each with the spec that it contains or serves. */
export const FURTHER_SERVICES: readonly ForeignService[] = [
  {
    name: "bugsink",
    from: "PyPI bugsink 2.6.2",
    language: "Python",
    install: `${PIP} bugsink==2.6.2`,
    start: [
      "rm -f db.sqlite3 snappea.sqlite3 bugsink_conf.py",
      "venv/bin/bugsink-create-conf --template=local --host=127.0.0.1 --port=$PORT",
      "venv/bin/bugsink-manage migrate > start.log 2>&1",
      "venv/bin/bugsink-manage migrate snappea --database=snappea >> start.log 2>&1",
      "venv/bin/bugsink-manage create_auth_token > token",
      "exec venv/bin/bugsink-manage runserver --noreload 127.0.0.1:$PORT",
    ].join(" && "),
    ready: "/health/ready",
    spec: "/api/canonical/0/schema/",
  },
  {
    name: "changedetection.io",
    from: "PyPI changedetection.io 0.60.10",
    language: "Python",
    install: `${PIP} changedetection.io==0.60.10`,
    start: "rm -rf data && mkdir data && exec venv/bin/changedetection.io -d data -h 127.0.0.1 -p $PORT -C",
    ready: "/",
    spec: "venv/lib/python3.11/site-packages/changedetectionio/docs/api-spec.yaml",
    base: "/api/v1",
  },
  {
    name: "zenml",
    from: "PyPI zenml 0.98.0",
    language: "Python",
    install: `${PIP} zenml[server]==0.98.0`,
    start: [
      "rm -rf home && mkdir home && cd home && export HOME=$PWD ZENML_CONFIG_PATH=$PWD ZENML_ANALYTICS_OPT_IN=false",
      "export ZENML_SERVER_AUTO_ACTIVATE=true ZENML_DEFAULT_USER_NAME=probe ZENML_DEFAULT_USER_PASSWORD=probe",
      "exec ../venv/bin/uvicorn --host 127.0.0.1 --port $PORT zenml.zen_server.zen_server_api:app",
    ].join(" && "),
    ready: "/health",
    spec: "/openapi.json",
  },
];
