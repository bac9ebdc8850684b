/** The probe sends requests of OpenAPI 3.2 as their spec describes them, and finds what a service gets wrong. */
import { expect, test } from "vitest";
import { probeStreams } from "./probe-streams.js";
import { DEFECTS } from "./stream-server.js";

test("every operation accepts requests, and nothing is found", async () => {
  const { code, found, coverage, stderr } = await probeStreams();
  expect({ code, found, stderr: stderr.split("\n").filter((line) => /inconclusive|not tested/.test(line)) }).toEqual({
    ...{ code: 0, found: [], stderr: [] },
  });
  expect(coverage.operations).toHaveLength(12);
});

test.each(Object.entries(DEFECTS))("%s", async (_, [options, finding]) => {
  const { found } = await probeStreams(options);
  expect(found).toEqual([finding]);
});
