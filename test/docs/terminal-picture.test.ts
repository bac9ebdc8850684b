import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawTerminalPicture, TERMINAL_PICTURE } from "../../scripts/build/docs/terminal-picture.js";
import { ROOT } from "./blocks/read.js";

test("the picture of README shows what contract check prints; npm run generate draws it", async () => {
  const picture = await drawTerminalPicture();
  expect(readFileSync(join(ROOT, TERMINAL_PICTURE), "utf8")).toBe(picture);
  expect(picture).toContain("expected number, got string");
});
