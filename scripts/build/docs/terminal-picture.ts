import { run } from "../../../src/cli/run.js";

/** The picture of README, and the example that it shows. */
export const TERMINAL_PICTURE = "docs/pictures/check.svg";

const EXAMPLE = "examples/galaxy/";
const COMMAND = "contract check traffic.ndjson --spec openapi.json";

/** Draws what `contract check` prints in a terminal about the example: the outcome and the finding. */
export async function drawTerminalPicture(): Promise<string> {
  let printed = "";
  const files = COMMAND.split(" ").slice(1);
  await run(
    files.map((word) => (/\.\w+$/.test(word) ? `${EXAMPLE}${word}` : word)),
    {
      stdout: (text) => {
        printed += text;
      },
      stderr: () => undefined,
      stdin: process.stdin,
      env: {},
      signal: new AbortController().signal,
      isTerminal: true,
      columns: 100,
    },
  );
  const lines = printed.replaceAll(EXAMPLE, "").trimEnd().split("\n");
  const afterOutcome = lines.indexOf("") + 1;
  return drawLines([`$ ${COMMAND}`, "", ...lines.slice(0, lines.indexOf("", afterOutcome)), "…"]);
}

const [CHARACTER_WIDTH, LINE_HEIGHT, MARGIN] = [8.43, 21, 24];

function drawLines(lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => line.replaceAll(ESCAPES, "").length)) * CHARACTER_WIDTH);
  const height = lines.length * LINE_HEIGHT;
  const texts = lines.map(
    (line, at) =>
      `<text x="${MARGIN}" y="${MARGIN + 15 + at * LINE_HEIGHT}" xml:space="preserve">${drawLine(line)}</text>`,
  );
  const size = `width="${width + 2 * MARGIN}" height="${height + 2 * MARGIN}"`;
  const font = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e8eaec"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="contract check in a terminal">
<rect ${size} rx="10" fill="#17191c"/>
<g ${font}>
${texts.join("\n")}
</g>
</svg>
`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the escapes of a terminal
const ESCAPES = /\u001b\[(\d+)m/g;

/** The looks of the codes that reports use. */
const LOOKS: Readonly<Record<string, string>> = {
  1: 'font-weight="700"',
  2: 'fill="#9aa3ad"',
  31: 'fill="#ff8f85"',
  32: 'fill="#7fd6a2"',
  33: 'fill="#f0c069"',
  36: 'fill="#7db4f0"',
};

function drawLine(line: string): string {
  const looks = new Map<string, string>();
  const parts = line.split(ESCAPES);
  return parts
    .map((part, at) => {
      if (at % 2 === 0) {
        const text = part.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        return text === "" || looks.size === 0 ? text : `<tspan ${[...looks.values()].join(" ")}>${text}</tspan>`;
      }
      const look = LOOKS[part];
      if (look === undefined) looks.clear();
      else looks.set(part, look);
      return "";
    })
    .join("");
}
