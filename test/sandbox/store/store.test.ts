import { expect, test } from "vitest";
import { describeEachEngine } from "../engines.js";

describeEachEngine("a store", (makeDatabase) => {
  test("keeps what is committed", async () => {
    const database = await makeDatabase();
    await database.run("INSERT INTO counters (name, value) VALUES ($1, $2)", ["a", 1]);
    expect(await database.all("SELECT name, value FROM counters")).toEqual([{ name: "a", value: 1 }]);
  });
});
