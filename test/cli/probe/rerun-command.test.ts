/** The command that repeats a case of a probe. */
import { expect, test } from "vitest";
import { formatRerunCommand, resolveProbeSettings } from "../../../src/cli/probe/probe-settings.js";
import { UsageError } from "../../../src/cli/process/io.js";

test.each<[options: object, rest: string]>([
  [{}, "--seed 1 --case b/getOrder-7"],
  [{ spec: "a.yaml", safe: false }, "--spec a.yaml --seed 1 --case b/getOrder-7"],
  [{ spec: ["a.yaml", "b c.yaml"] }, "--spec a.yaml --spec 'b c.yaml' --seed 1 --case b/getOrder-7"],
  [
    {
      config: "c.yaml",
      hooks: "h.js",
      arazzo: "z.yaml",
      server: ["a=b"],
      param: ["id=it's"],
      exclude: ["x"],
      include: ["y", "z"],
      safe: true,
    },
    "--config c.yaml --hooks h.js --arazzo z.yaml --server a=b --param 'id=it'\\''s' --exclude x --include y --include z --seed 1 --case b/getOrder-7 --safe",
  ],
  [{ auth: ["bearer:s3cr3t"] }, '--seed 1 --case b/getOrder-7 --auth "bearer:$TOKEN"'],
  [{ auth: ["basic:u:s3cr3t"] }, '--seed 1 --case b/getOrder-7 --auth "basic:$TOKEN"'],
  [{ auth: ["command:s3cr3t"], safe: true }, '--seed 1 --case b/getOrder-7 --auth "bearer:$TOKEN" --safe'],
  [{ auth: ["none"] }, "--seed 1 --case b/getOrder-7 --auth none"],
  [
    { auth: ["header:X-Key=s3cr3t=", "cookie:it's=s3cr3t"] },
    '--seed 1 --case b/getOrder-7 --auth "header:X-Key=$TOKEN" --auth "cookie:it\'s=$OTHER_TOKEN"',
  ],
])("with %j", (options, rest) => {
  const command = formatRerunCommand("http://127.0.0.1:1/a", { seed: 1, ...options } as never, "b/getOrder-7");
  expect(command).toBe(`contract probe http://127.0.0.1:1/a ${rest}`);
});

test.each(["a b", "a;b", "", "$a", "é"])("quotes the address %j", (url) => {
  expect(formatRerunCommand(url, { seed: 1 } as never, "c")).toBe(`contract probe '${url}' --seed 1 --case c`);
});

test("the settings of a probe", () => {
  const resolve = (url: string, options: object): unknown => {
    try {
      return resolveProbeSettings(url, { seed: 7, ...options } as never);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return error.message;
    }
  };
  const rows = [
    ["HTTP://a.example", {}],
    ["https://a.example/v1", { server: ["a=b"], safe: true, param: ["a=1", "a=2", "b=c=d", "e="] }],
    ["http://a", { phase: ["random", "boundaries", "examples"] }],
    ["http://a", { param: ["x"] }],
    ["http://a", { param: ["=x"] }],
    ["a.example", {}],
    ["xhttp://a", {}],
    ["http://a:b", {}],
  ] as const;
  expect(
    rows.map(([url, options]) => JSON.stringify([url, options, resolve(url, options)])).join("\n"),
  ).toMatchSnapshot();
});
