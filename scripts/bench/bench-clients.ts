/**
 * `npx tsx scripts/bench/bench-clients.ts`: generates the clients of twelve public specs and makes calls with them. They are compiled with
 * three versions of TypeScript. Other generators are measured in the same way. `npm run build` has to run first.
 *
 * Options:
 * - `--match NAMES`: only these specs, separated by commas
 * - `--mirrors DIR`: clones of the repositories of scripts/bench/bench-clients/specs.yaml, each named `owner+name`
 * - `--folder DIR`: where specs, tools, clients and results are kept; the page is made from all results in it
 * - `--generate`: measures only `contract generate`, on both versions of Node
 * - `--corpus`: only generates and compiles, beside hey-api, and rewrites only this section of the page
 * - `--others`: runs the other generators, and measures our client only if that was not done
 * - `--out FILE`: the page to write
 */
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installCompilers } from "./bench-clients/compilers.js";
import { measureCorpusSpec } from "./bench-clients/corpus.js";
import { formatCorpus } from "./bench-clients/corpus-page.js";
import { measureClient, measureGenerations } from "./bench-clients/measure-client.js";
import { OTHER_GENERATORS, type OtherResult, runOtherGenerator } from "./bench-clients/other-generators.js";
import { formatClientsPage } from "./bench-clients/page.js";
import { readPublicSpecs, writePublicSpec } from "./bench-clients/public-specs.js";
import { readResults, writeResults } from "./bench-clients/results.js";

const { values } = parseArgs({
  options: {
    match: { type: "string", default: "" },
    mirrors: { type: "string", default: process.env.MIRRORS ?? "." },
    folder: { type: "string", default: join(tmpdir(), "bench-clients") },
    others: { type: "boolean", default: false },
    generate: { type: "boolean", default: false },
    corpus: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const folder = resolve(values.folder);
const tools = join(folder, "tools");
installCompilers(tools);
for (const spec of readPublicSpecs().filter(
  ({ name }) => values.match.split(",").includes(name) || values.match === "",
)) {
  const file = writePublicSpec(spec, join(folder, "specs"), values.mirrors);
  if (values.corpus) {
    const corpus = await measureCorpusSpec(file, { name: spec.name, folder, tools });
    writeResults(folder, spec, { corpus });
    const { operations, inSpec, bytes, peer, compilations } = corpus;
    const errors = Object.values(compilations).map((it) => it.errors);
    process.stdout.write(
      `${spec.name}: ${JSON.stringify({ operations, inSpec, errors, bytes, peer: peer.bytes, peerOperations: peer.operations, failure: peer.failure })}\n`,
    );
    continue;
  }
  const stored = readResults(folder, spec);
  // All parts take long, so each can run alone.
  if (!(values.others || values.generate) || stored === undefined) {
    const client = await measureClient(file, { name: spec.name, folder, tools });
    writeResults(folder, spec, { client });
    process.stdout.write(`${spec.name}: ${JSON.stringify(client)}\n`);
  }
  if (values.generate) {
    const generations = measureGenerations(file, { name: spec.name, folder, tools });
    writeResults(folder, spec, { generations });
    process.stdout.write(`${spec.name}: ${JSON.stringify(generations)}\n`);
  }
  const operation = readResults(folder, spec)?.client.bundled;
  if (!values.others || operation === undefined) continue;
  const others: OtherResult[] = [];
  for (const generator of OTHER_GENERATORS) {
    const out = join(folder, "others", spec.name);
    others.push(await runOtherGenerator(generator, { tools, spec: file, out, operation }));
    process.stdout.write(`${spec.name}: ${JSON.stringify(others.at(-1))}\n`);
  }
  writeResults(folder, spec, { others });
}
if (values.out !== undefined && values.corpus) {
  // The other sections are measured separately.
  const page = readExisting(values.out).replace(/^## Corpus\n[\s\S]*?(?=^## )/m, "");
  const start = page.indexOf("## ");
  writeFileSync(values.out, `${page.slice(0, start)}${formatCorpus(folder)}${page.slice(start)}`);
} else if (values.out !== undefined) {
  const page = formatClientsPage(folder);
  const services = /\n## Running services[\s\S]*/.exec(readExisting(values.out))?.[0] ?? "";
  writeFileSync(values.out, page + services);
}

function readExisting(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
