/** What somebody reads who sits at a terminal, where both streams come to one window. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { contract, entry, folderWith, har } from "./command.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const atTerminal = { isTerminal: true };
const partial = har(entry({ response: { content: { size: 30 } } }));

const why = "1 exchange could be judged only in part";

test("why a run could not judge is read once", async () => {
  const { code, stdout, stderr } = await contract(["check", "-", "--spec", LIBRARY], partial, {}, atTerminal);
  expect({ code, told: stdout.split(why).length - 1, again: stderr.includes(why) }).toEqual({
    code: 2,
    told: 1,
    again: false,
  });
});

test.each([
  ["where the report goes elsewhere", "json", true],
  ["where nobody sits there", "text", false],
])("why a run could not judge stands on stderr %s", async (_, format, isTerminal) => {
  const file = join(folderWith({}), "report");
  const args = format === "json" ? [`${format}:${file}`] : [format];
  const given = ["check", "-", "--spec", LIBRARY, "--format", ...args];
  expect((await contract(given, partial, {}, { isTerminal })).stderr).toContain(`could not judge: ${why}`);
});
