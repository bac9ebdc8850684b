import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../src/sandbox/store/open-database.js";
import { describeEngine } from "../engines.js";
import { startChild } from "./process.js";

const folder = mkdtempSync(join(tmpdir(), "commerce-contract-addresses-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("unusable addresses are rejected at once, with a suggestion", () => {
  const cases: readonly (readonly [what: string, target: () => string, kind: string, message: RegExp])[] = [
    [
      "nothing",
      () => "",
      "unsuitable",
      /an empty name is not a database: expected the path of a file, :memory: or postgres/,
    ],
    [
      "another engine",
      () => "mysql://root:hunter2@h/d",
      "unsuitable",
      /^mysql:\/\/… is not a database: expected the path/,
    ],
    [
      "no address",
      () => "postgres://user:hunter2@[",
      "unsuitable",
      /invalid database address: expected postgres:\/\/user:password@host/,
    ],
    ["a folder that is not there", () => join(folder, "no/where.db"), "unreachable", /its directory must exist/],
    ["a folder", () => folder, "unreachable", /cannot open the file/],
    ["a read-only folder", () => "/proc/sandbox.db", "unreachable", /writable for this user/],
    [
      "a file that is something else",
      () => something(),
      "damaged",
      /the file is not a SQLite database: use another path/,
    ],
    [
      "a port where nothing listens",
      () => "postgres://u:hunter2@127.0.0.1:1/d",
      "unreachable",
      /at 127\.0\.0\.1:1\/d: no response/,
    ],
    [
      "a host that is not there",
      () => "postgres://u:hunter2@nowhere.invalid/d",
      "unreachable",
      /check the host and port/,
    ],
  ];
  test.each(cases)("%s", async (_, target, kind, message) => {
    const error = await openDatabase(target()).catch((reason) => reason);
    expect(error).toMatchObject({ name: "DatabaseError", kind, message: expect.stringMatching(message) });
    expect(String(error.stack) + JSON.stringify(error)).not.toContain("hunter2");
  });

  test("a server older than 15", async () => {
    const server = await pretend({ version: "140011", encoding: "UTF8", standby: "f" });
    await expect(openDatabase(server.address)).rejects.toMatchObject({
      kind: "unsuitable",
      message: expect.stringMatching(/: version 14 is not supported: expected 15 or newer$/),
    });
    server.close();
  });

  test("a read-only replica", async () => {
    const server = await pretend({ version: "160002", encoding: "UTF8", standby: "t" });
    await expect(openDatabase(server.address)).rejects.toMatchObject({
      kind: "unsuitable",
      message: expect.stringMatching(/the server is a read-only standby/),
    });
    server.close();
  });

  test("a new file is readable by its user only", async () => {
    const path = join(folder, "mine.db");
    const database = await openDatabase(path);
    await database.run("CREATE TABLE t (id TEXT)");
    for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777, file).toBe(0o600);
    await database.close();
  });

  test("a full disk", async () => {
    const path = join(folder, "full.db");
    // Limits files of this process to 1 MiB.
    const child = startChild(["fill", path], "ulimit -f 1024");
    expect(await child.ended).toBe(1);
    expect(child.stderr()).toMatch(/DatabaseError: database .*full\.db: (the disk is full|reading or writing failed)/);
    const count = child.stdout().trim().split("\n").length;
    const database = await openDatabase(path);
    const row = await database.first("SELECT COUNT(*) AS count FROM settings");
    expect(Number(row?.count)).toBeGreaterThanOrEqual(count);
    expect(count).toBeGreaterThan(5);
    await database.close();
  });
});

describeEngine("postgres", "a user of the database", (makeDatabase, { newTarget }) => {
  test("is rejected with a wrong password, a missing one, and without a database", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    await database.run("CREATE ROLE guarded LOGIN PASSWORD 'correct horse'");
    const as = (user: string) => target.replace("sandbox@", `${user}@`);
    const refused = {
      kind: "refused",
      message: expect.stringMatching(/authentication failed: check the user and password/),
    };
    for (const user of ["guarded:battery%20staple", "guarded"]) {
      const error = await openDatabase(as(user)).catch((reason) => reason);
      expect(error).toMatchObject(refused);
      expect(String(error.stack)).not.toContain("staple");
    }
    const allowed = await openDatabase(as("guarded:correct%20horse"));
    expect(await allowed.first("SELECT current_user AS name")).toEqual({ name: "guarded" });
    await expect(allowed.run("CREATE TABLE t (id TEXT)")).rejects.toMatchObject({ kind: "refused" });
    await allowed.close();
    await expect(openDatabase(target.replace(/test_\w+/, "nowhere"))).rejects.toMatchObject({
      kind: "unsuitable",
      message: expect.stringMatching(/the database does not exist: create it with createdb/),
    });
    await database.run("DROP ROLE guarded");
  });

  test("requires the encoding UTF-8", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    const name = `${/test_\w+/.exec(target)?.[0]}_latin`;
    await database.run(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`);
    await expect(openDatabase(target.replace(/test_\w+/, name))).rejects.toMatchObject({
      kind: "unsuitable",
      message: expect.stringMatching(/the encoding is LATIN1: create a database with createdb --encoding=UTF8/),
    });
    await database.run(`DROP DATABASE ${name}`);
  });
});

describeEngine("sqlite", "a database in memory", (makeDatabase) => {
  test("belongs to its connection", async () => {
    const [one, other] = [await makeDatabase(":memory:"), await makeDatabase(":memory:")];
    await one.run("INSERT INTO counters (name, value) VALUES ('a', 1)");
    expect(await other.all("SELECT * FROM counters")).toEqual([]);
  });
});

function something(): string {
  const path = join(folder, "letter.txt");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, "This is not a database.\n".repeat(100));
  return path;
}

/** A server that implements the part of PostgreSQL's protocol (chapter 55) needed to query its version. */
async function pretend(row: Readonly<Record<string, string>>): Promise<{ address: string; close: () => void }> {
  const message = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
  const int32 = (value: number): Buffer => Buffer.concat([int16(value >> 16), int16(value & 0xffff)]);
  const types: Readonly<Record<string, number>> = { version: 23, encoding: 25, standby: 16 };
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(types[name] ?? 25),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  const ready = message("Z", Buffer.from("I"));
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", int32(0)), ready]));
      socket.once("data", () => {
        socket.write(
          Buffer.concat([
            message("T", Buffer.concat([int16(columns.length), ...columns])),
            message("D", Buffer.concat([int16(values.length), ...values])),
            message("C", Buffer.from("SELECT 1\0")),
            ready,
          ]),
        );
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { address: `postgres://u:p@127.0.0.1:${port}/d`, close: () => server.close() };
}
