import { createRequire } from "node:module";
import { resolve } from "node:path";
import { assertComplete, loadDocument, pluralize, tryCall } from "../../document/index.js";
import { createMockBundle, listMockLimitations } from "../../generate/mock-bundle.js";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { type ExitCode, getErrorMessage, type Io, UsageError, waitForInterrupt } from "../process/io.js";

/**
 * Runs `contract mock`: Prism serves the examples of a spec until `io.signal` is aborted.
 *
 * Prism runs in this process, because the Prism CLI would start a second process and print in colour.
 */
export async function runMockCommand(
  { spec = getBuiltInSpecPath(), port = 4010, host = "127.0.0.1" }: Partial<CommandOptions<"mock">>,
  io: Io,
): Promise<ExitCode> {
  const document = loadDocument(spec);
  assertComplete(document);
  const bundle = createMockBundle(document.root);
  const prism = loadPrism();
  const operations = await prism.getHttpOperationsFromSpec(bundle).catch((error: unknown) => {
    throw new UsageError(`${spec}: Prism cannot read this spec: ${getErrorMessage(error)}`, { cause: error });
  });
  if (operations.length === 0) throw new UsageError(`${spec}: the spec has no operations to mock`);
  const server = prism.createServer(operations, {
    cors: true,
    config: PRISM_CONFIG,
    components: { logger: createPrismLogger(io) },
  });
  const url = await server.listen(port, host).catch((error: unknown) => {
    throw new UsageError(
      `the mock cannot listen on ${host}, port ${port}: ${getErrorMessage(error)}; choose another port with --port`,
    );
  });
  io.stdout(`${url}\n`);
  io.stderr(
    `Prism serves ${pluralize(operations.length, "operation")} of ${spec}; to select a response by status, send a header such as "Prefer: code=404"\n`,
  );
  for (const limitation of listMockLimitations(document)) io.stderr(`${limitation}\n`);
  await waitForInterrupt(io);
  await server.close();
  return 0;
}

/** The parts of Prism that this file uses. Prism is an optional peer dependency, so its types may not be installed. */
type Prism = {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<readonly object[]>;
  readonly createServer: (operations: readonly object[], options: object) => PrismServer;
};
type PrismServer = {
  readonly listen: (port: number, host: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const PRISM_CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
};

/** Loads Prism, an optional peer dependency, from this package or from the current directory. */
function loadPrism(): Prism {
  for (const from of [import.meta.url, resolve("package.json")]) {
    const manifestPath = tryCall(() => createRequire(from).resolve("@stoplight/prism-cli/package.json"));
    if (manifestPath === undefined) continue;
    const require = createRequire(manifestPath);
    return { ...require("@stoplight/prism-http"), ...require("@stoplight/prism-http-server") } as Prism;
  }
  throw new UsageError(
    "the mock needs Prism, which is not installed; run: npm install --save-dev @stoplight/prism-cli@5.14.2",
  );
}

/** Creates a logger with Prism's method signature, `(context, message)`, that prints only the messages. */
function createPrismLogger(io: Io): object {
  const silent = (): void => {};
  const printMessage = (context: unknown, message?: string): void => io.stderr(`  ${message ?? String(context)}\n`);
  const info = (context: unknown, message?: string): void => {
    const { input } = context as { input?: { method: string; url: { path: string } } };
    if (message === "Request received" && input !== undefined)
      io.stderr(`${input.method.toUpperCase()} ${input.url.path}\n`);
  };
  const self = {
    info,
    warn: printMessage,
    error: printMessage,
    fatal: printMessage,
    success: silent,
    debug: silent,
    trace: silent,
    child: () => self,
  };
  return self;
}
