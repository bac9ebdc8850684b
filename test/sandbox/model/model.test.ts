import { expect, test } from "vitest";
import { defects } from "../checked-client.js";
import { describeEachEngine } from "../engines.js";
import { runDifferential } from "./differential.js";

/** A short version of `npm run long differential`, which runs 5,000 lists. */
describeEachEngine("random commands make no difference to the model", (_, { engine, newTarget }) => {
  test("nor between the engines", async () => {
    const target = await newTarget();
    const isShared = engine === "postgres";
    const checked = await runDifferential({
      targets: isShared ? [":memory:", target] : [target],
      lists: isShared ? 60 : 40,
      seed: 20261121,
      withRestarts: !isShared,
    });
    expect(checked).toBeGreaterThan(200);
    expect(defects).toEqual([]);
  });
});
