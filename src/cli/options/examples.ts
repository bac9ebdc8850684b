import type { CommandName } from "./command-table.js";

/** Two examples of each command, for the help and the pages of the command line. */
export const EXAMPLES: Readonly<Record<Exclude<CommandName, "check-part">, readonly [string, string]>> = {
  init: ["contract init", "contract init --start 'npm start' --ci github"],
  check: ["contract check traffic.har --spec openapi.yaml", "contract check recordings/ --format html:report.html"],
  merge: ["contract merge shards/*.json", "contract merge a.json b.json --format html:report.html"],
  gate: ["contract gate", "contract gate --format text --format sarif:gate.sarif"],
  lint: ["contract lint openapi.yaml", "contract lint openapi.yaml --fail-on warn --format github"],
  resources: ["contract resources openapi.yaml", "contract resources openapi.yaml --format keywords"],
  diff: [
    "contract diff main:openapi.yaml openapi.yaml",
    "contract diff old.yaml new.yaml --traffic recordings/ --fail-on seen",
  ],
  generate: [
    "contract generate --spec openapi.yaml --out generated",
    "contract generate --spec openapi.yaml --out generated --check",
  ],
  docs: ["contract docs openapi.yaml", "contract docs openapi.yaml --out public --title 'My API'"],
  explain: ["contract explain response.body.invalid", "contract explain"],
  mock: ["contract mock --spec openapi.yaml", "contract mock --spec openapi.yaml --port 8080"],
  sandbox: ["contract sandbox openapi.yaml", "contract sandbox --database :memory: --seed 1"],
  token: ["contract token", 'eval "$(contract token --env)"'],
  trigger: ["contract trigger order.opened", "contract trigger order.completed --order 42"],
  listen: ["contract listen --secret s3cret", "contract listen --secret s3cret --count 1 --out deliveries.ndjson"],
  probe: [
    "contract probe http://127.0.0.1:8080 --spec openapi.yaml",
    "contract probe https://test.example --safe --auth bearer:TOKEN",
  ],
  record: [
    "contract record --target http://127.0.0.1:8080 --out traffic.har",
    "contract record --target https://api.example --feed nats://127.0.0.1:4222",
  ],
  suggest: ["contract suggest traffic.har --spec openapi.yaml", "contract suggest traffic.har --new openapi.yaml"],
  feed: ["contract feed nats://127.0.0.1:4222 traffic.har", "contract feed nats://127.0.0.1:4222 --follow access.log"],
  worker: [
    "contract worker nats://127.0.0.1:4222 --spec openapi.yaml",
    "contract worker nats://127.0.0.1:4222 --drain",
  ],
  report: [
    "contract report nats://127.0.0.1:4222 --since 24h",
    "contract report nats://127.0.0.1:4222 --format html:report.html",
  ],
  completion: ['eval "$(contract completion bash)"', "contract completion fish"],
};
