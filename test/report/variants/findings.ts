/** Reports with one or more findings. */
import { BASE_FINDING, type Change, drift, finding, one, others, withFindings } from "./base.js";

export const FINDING_CHANGES: Readonly<Record<string, Change>> = {
  "a finding outside of the spec": one({ operationId: null, property: "" }),
  "a finding of an unknown operation": one({ operationId: "lost" }),
  "a finding of an operation without a name": one({ operationId: "GET /books" }),
  "a finding without a line": one({ contract: { file: "/repo/spec.yaml", pointer: "/info" } }),
  "a finding without a column": one({ contract: { file: "/repo/spec.yaml", line: 1, pointer: "/info" } }),
  "a finding in a file outside of the repository": one({
    contract: { file: "/other/a b.yaml", line: 1, column: 2, pointer: "/info" },
  }),
  "a finding after the start of a line": one({
    contract: { file: "/repo/spec.yaml", line: 3, column: 9, pointer: "/info" },
  }),
  "a finding on a blank line": one({ contract: { file: "/repo/spec.yaml", line: 4, column: 1, pointer: "/info" } }),
  "a finding on the last line": one({ contract: { file: "/repo/spec.yaml", line: 5, column: 1, pointer: "/info" } }),
  "a finding in a whole body": one({ recording: { ...BASE_FINDING.recording, body: "" } }),
  "a finding without a body": one({ recording: { source: "<stdin>", index: 0, pointer: "" } }),
  "a finding in a recording with odd names": one({
    recording: { source: "/x/it's (1).har", index: 0, pointer: "/\u0007" },
  }),
  "a finding without a property": one({ property: undefined } as never),
  "a finding with a snippet": one({ snippet: { line: 12, text: '"id": "7" | ](x' } }),
  "a finding in several exchanges": one({ exchanges: 3, occurrences: 7, statuses: [200, 404] }),
  "a finding with several values": one({ names: ["a", "b\u0007"] }),
  "a finding with one value": one({ names: ["a"] }),
  "a finding with consequences": one({ consequences: [{ code: "request.body.invalid", message: "too" }] }),
  "a finding with a link in its message": one({ message: "see [a](b) \\ #1 @a www.x GH-1 ::set\r\n%,:" }),
  "a finding of a probe": one({ reproduce: { probe: "contract probe x", curl: "curl y" } }),
  "two findings of a probe": withFindings([
    finding({ reproduce: { probe: "p1", curl: "c1" } }),
    finding({ reproduce: { probe: "p2", curl: "c2" }, fingerprint: "00000000000000dd" }),
  ]),
  "undeclared names": withFindings([
    drift({ declared: ["color", "size"], name: "colour", nearest: "color" }),
    drift({ declared: ["color", "size"], name: "weight", fingerprint: "b2", exchanges: 2 }),
    drift({ declared: ["other"], name: "x", fingerprint: "b3" }),
  ]),
  "undeclared names of a probe": withFindings(
    ["b1", "b2"].map((fingerprint) => drift({ fingerprint, reproduce: { probe: fingerprint, curl: "" } })),
  ),
  "an undeclared name where nothing is declared": withFindings([drift({ declared: [], name: "x" })]),
  "declared names of another finding": one({ declared: ["a"], name: "b", nearest: "a" }),
  "61 findings in one location": withFindings(others(61)),
  "60 findings in one location": withFindings(others(60)),
  "findings in several locations": withFindings([
    BASE_FINDING,
    finding({ fingerprint: "d1", contract: { ...BASE_FINDING.contract, pointer: "/other" } }),
    finding({ fingerprint: "d2", level: "warn" }),
  ]),
  "20 findings of drift before an error": withFindings([...others(20, { level: "warn" }), BASE_FINDING]),
  "13 findings of which 12 are open": { ...withFindings(others(13, { operationId: null })) },
  "11 places with drift": withFindings(
    Array.from({ length: 11 }, (_, at) => drift({ fingerprint: `d${at}`, message: `d${at}` })),
  ),
  "10 errors in a run that passes": { ...withFindings(others(10)), outcome: { kind: "passed" } },
};
