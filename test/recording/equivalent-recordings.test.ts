/** The same traffic has the same result in every recording format. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Contract, loadContract } from "../../src/check/index.js";
import { readNock } from "../../src/recording/formats/nock.js";
import { readPostman } from "../../src/recording/formats/postman.js";
import { readVcr } from "../../src/recording/formats/vcr.js";
import { readWireMock } from "../../src/recording/formats/wiremock.js";
import { type Exchange, openRecording, type RecordedBody, readHar } from "../../src/recording/index.js";
import { readNdjson } from "../../src/recording/read-recording.js";
import { buildExchange, listBases } from "../check/case.js";
import { readText, requireExchanges, type SampleReader } from "./recording-samples.js";
import { toNdjson, toNock, toPostman, toVcrJson, toVcrYaml, toWireMock } from "./recording-writers.js";

const ROOT = join(import.meta.dirname, "../..");
const service = loadContract(join(ROOT, "spec/openapi.yaml"));
const library = loadContract(join(ROOT, "test/cases/library.yaml"));

const formats: readonly (readonly [name: string, write: typeof toNdjson, read: SampleReader])[] = [
  ["NDJSON", toNdjson, readNdjson],
  ["nock", toNock, readNock],
  ["VCR in YAML", toVcrYaml, readVcr],
  ["VCR in JSON", toVcrJson, readVcr],
  ["Postman", toPostman, readPostman],
  ["WireMock", toWireMock, readWireMock],
];

describe.each(formats)("%s", (_, write, read) => {
  test.each(["examples.har", "mock.har"])("has the same findings as test/traffic/%s", async (file) => {
    const recorded: Exchange[] = [];
    for await (const batch of readHar(openRecording(join(ROOT, "test/traffic", file))))
      recorded.push(...requireExchanges(batch));
    const reported = recorded.filter(({ request }) => write !== toNock || !isInvalid(request.body));
    expect(reported.length).toBeGreaterThan(10);
    expectSame(service, reported, requireExchanges(await readText(write(reported), read)));
  });

  test("has the same findings as the cases of the library", async () => {
    const recorded = listBases().map((base) => buildExchange(base));
    expectSame(library, recorded, requireExchanges(await readText(write(recorded), read)));
  });
});

/** nock records invalid JSON and JSON strings in the same way, so the reader treats such bodies as missing. */
function isInvalid(body: RecordedBody): boolean {
  return body.kind === "text" && /^[{[][^}\]]*$/.test(body.text);
}

function expectSame(contract: Contract, one: readonly Exchange[], other: readonly Exchange[]): void {
  const comparable = ({ gaps: _, ...exchange }: Exchange): unknown => {
    const { verdict, findings } = contract.check(exchange);
    const { method, url } = exchange.request;
    return { method, url, verdict, findings: findings.map(({ fingerprint, code }) => [code, fingerprint]) };
  };
  expect(other.map(comparable)).toEqual(one.map(comparable));
}
