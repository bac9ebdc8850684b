import { expect, test } from "vitest";
import type { Database, Value } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";

const INSERT = "INSERT INTO counters (name, value) VALUES ($1, $2)";
/** Sorted by bytes; a locale or UTF-16 would sort them differently. */
const WORDS = ["", " ", "10", "9", "A", "B", "Z", "_", "a", "a b", "ab", "b", "z", "é", "ö", "日本", "\uffee", "😀"];

describeEachEngine("values", (makeDatabase) => {
  test.each<readonly [what: string, value: number]>([
    ["zero", 0],
    ["negative", -1],
    ["beyond 32 bits", 2 ** 31],
    ["a time", 1_795_233_626_322],
    ["the largest whole number", Number.MAX_SAFE_INTEGER],
    ["the smallest whole number", Number.MIN_SAFE_INTEGER],
  ])("a number is stored as that number: %s", async (_, value) => {
    const database = await makeDatabase();
    await database.run(INSERT, ["n", value]);
    expect(await database.all("SELECT value, value AS again FROM counters WHERE value = $1", [value])).toEqual([
      { value, again: value },
    ]);
  });

  test("counts, sums and comparisons are numbers", async () => {
    const database = await makeDatabase();
    for (const [index, name] of ["a", "b", "c"].entries()) await database.run(INSERT, [name, index + 1]);
    expect(
      await database.first(
        "SELECT COUNT(*) AS count, SUM(value) AS sum, MAX(value) AS max, COUNT(*) > 2 AS many, COUNT(*) > 9 AS lots FROM counters",
      ),
    ).toEqual({ count: 3, sum: 6, max: 3, many: 1, lots: 0 });
  });

  test.each<readonly [what: string, value: Value, message: RegExp]>([
    ["a fraction", 1.5, /^\$2 is not an integer/],
    ["a number that is not exact", 2 ** 53, /^\$2 is not an integer/],
    ["not a number", Number.NaN, /^\$2 is not an integer/],
    ["U+0000", "a\0b", /^\$2 contains the character U\+0000/],
  ])("values that the engines would store differently are rejected: %s", async (_, value, message) => {
    const database = await makeDatabase();
    await expect(database.run(INSERT, ["n", value])).rejects.toThrow(message);
  });

  test("a number in the database that is too large to be exact is an error", async () => {
    const database = await makeDatabase();
    await database.run("INSERT INTO counters (name, value) VALUES ('n', 9007199254740993)");
    await expect(database.all("SELECT value FROM counters")).rejects.toThrow(
      /too large to be represented|cannot be represented exactly/,
    );
    expect(await database.first("SELECT COUNT(*) AS count FROM counters")).toEqual({ count: 1 });
  });

  test.each<readonly [what: string, bytes: readonly number[]]>([
    ["none", []],
    ["all", Array.from({ length: 256 }, (_, byte) => byte)],
    ["a large one", Array.from({ length: 300_000 }, (_, index) => index % 251)],
  ])("bytes are stored as those bytes: %s", async (_, bytes) => {
    const database = await makeDatabase();
    await writeBytes(database, Uint8Array.from(bytes));
    const row = await database.first("SELECT body FROM request_ids");
    expect(row?.body).toBeInstanceOf(Uint8Array);
    expect(Buffer.compare(Buffer.from(row?.body as Uint8Array), Buffer.from(bytes))).toBe(0);
  });

  test("null is stored as null, and equals nothing", async () => {
    const database = await makeDatabase();
    await writeBytes(database, null);
    expect(await database.first("SELECT body, status FROM request_ids")).toEqual({ body: null, status: null });
    expect(await database.all("SELECT path FROM request_ids WHERE status = $1", [null])).toEqual([]);
    expect(await database.all("SELECT path FROM request_ids WHERE status IS NULL")).toHaveLength(1);
  });

  test("text is stored unchanged, and is ordered and compared by its bytes", async () => {
    const database = await makeDatabase();
    for (const [index, word] of [...WORDS].reverse().entries()) await database.run(INSERT, [word, index]);
    const ordered = (await database.all("SELECT name FROM counters ORDER BY name")).map(({ name }) => name);
    expect(ordered).toEqual(WORDS);
    expect(ordered).toEqual([...WORDS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(
      await database.all("SELECT name FROM counters WHERE name >= $1 AND name < $2 ORDER BY name", ["A", "a"]),
    ).toEqual(["A", "B", "Z", "_"].map((name) => ({ name })));
    expect(await database.first("SELECT name FROM counters WHERE name = $1", ["É"])).toBeUndefined();
  });

  test("LIKE finds % and _ as they are when they are escaped", async () => {
    const database = await makeDatabase();
    for (const name of ["50% off", "500 off", "a_b", "axb", "back\\slash", "quote'd"])
      await database.run(INSERT, [name, 0]);
    const find = async (text: string) => {
      const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
      const rows = await database.all("SELECT name FROM counters WHERE name LIKE $1 ESCAPE '\\' ORDER BY name", [
        pattern,
      ]);
      return rows.map(({ name }) => name);
    };
    expect(await find("50%")).toEqual(["50% off"]);
    expect(await find("a_b")).toEqual(["a_b"]);
    expect(await find("k\\s")).toEqual(["back\\slash"]);
    expect(await find("e'd")).toEqual(["quote'd"]);
    expect(await find("off")).toEqual(["50% off", "500 off"]);
    expect(await find("OFF")).toEqual([]);
  });

  test("values may be used twice, and in any order", async () => {
    const database = await makeDatabase();
    await database.run("INSERT INTO counters (value, name) VALUES ($2, $1)", ["n", 7]);
    expect(
      await database.all("SELECT name FROM counters WHERE (name = $2 OR name = $2) AND value = $1", [7, "n"]),
    ).toEqual([{ name: "n" }]);
  });

  test("paging by a row of values neither loses nor repeats anything", async () => {
    const database = await makeDatabase();
    const expected: string[] = [];
    for (let index = 0; index < 100; index += 1)
      expected.push(WORDS[index % WORDS.length] + String(index).padStart(3, "0"));
    for (const name of expected) await database.run(INSERT, [name, name.length % 3]);
    const seen: string[] = [];
    for (let last: readonly [number, string] = [-1, ""]; ; ) {
      const page = await database.all(
        "SELECT value, name FROM counters WHERE (value, name) > ($1, $2) ORDER BY value, name LIMIT $3",
        [...last, 7],
      );
      seen.push(...page.map(({ value, name }) => `${value} ${name}`));
      const { value, name } = page.at(-1) ?? {};
      if (typeof value !== "number" || typeof name !== "string") break;
      last = [value, name];
    }
    const sorted = expected
      .map((name) => `${name.length % 3} ${name}`)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(seen).toEqual(sorted);
  });
});

async function writeBytes(database: Database, body: Uint8Array | null): Promise<void> {
  await database.run(
    `INSERT INTO request_ids (application_id, business_id, method, path, request_id, fingerprint, body, created_at)
      VALUES ('a', 'b', 'PUT', '/', 'r', 'f', $1, 0)`,
    [body],
  );
}
