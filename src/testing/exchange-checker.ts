import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Contract,
  type ContractOptions,
  computeOutcome,
  createReportBuilder,
  type FailOn,
  type LevelRule,
  loadContract,
} from "../check/index.js";
import { createSourceReader, getOrCreate } from "../document/index.js";
import { type Exchange, UNRECORDED_ORIGIN } from "../recording/index.js";
import { formatTextReport } from "../report/index.js";

export type ExchangeCheckerOptions = {
  /** The spec: the path of a file, or a loaded contract. Default: the built-in spec. */
  readonly spec?: string | Contract;
  /** Base URLs to use instead of the spec's servers, such as the URL of a sandbox. */
  readonly servers?: readonly string[];
  /** Overrides of the default levels. Ignored for a loaded contract, which has its own. */
  readonly levels?: readonly LevelRule[];
  /** The lowest level at which a finding fails the check. Default: `error`. */
  readonly failOn?: FailOn;
};

/** The result of a check and its text report. */
export type ExchangeCheckResult = { readonly kind: "passed" | "failed" | "inconclusive"; readonly report: string };

/** @param openCount the number of exchanges that have begun but not ended */
export type ExchangeChecker = (exchanges: readonly Exchange[], openCount?: number) => ExchangeCheckResult;

export type ExchangeCheckerSettings = ExchangeCheckerOptions & {
  /** Whether every exchange belongs to the service of the spec, so that its host does not matter. */
  readonly isOwnService?: boolean;
};

/**
 * Creates a function that checks exchanges as `contract check` checks recordings. It loads the spec on the first call.
 *
 * @throws {DocumentError} on the first call, if the spec cannot be used.
 */
export function createExchangeChecker({
  spec,
  servers = [],
  levels = [],
  failOn = "error",
  isOwnService = false,
}: ExchangeCheckerSettings): ExchangeChecker {
  const given = spec ?? findBundledSpec();
  let contract: Contract | undefined;
  return (exchanges, openCount = 0) => {
    contract ??= typeof given === "object" ? given : loadCachedContract(given, { servers, levels });
    const builder = createReportBuilder(contract);
    const notes = new Set(spec === undefined ? [BUILT_IN_SPEC_NOTE] : []);
    for (const exchange of exchanges) {
      const result = contract.check(isOwnService ? removeOrigin(exchange) : exchange);
      builder.add(exchange, result);
      if (result.elsewhere !== undefined && result.verdict !== "skipped") notes.add(BASE_PATH_NOTE);
    }
    if (openCount > 0)
      builder.addRunError(`responses that have not ended: ${openCount}; read or close them before the check`);
    const report = builder.report();
    const outcome = computeOutcome(report, { failOn, allowPartial: false });
    const text = formatTextReport({ report, outcome, source: createSourceReader(), acceptedBy: "" });
    return { kind: outcome.kind, report: [text, ...notes].join("\n") };
  };
}

const BUILT_IN_SPEC_NOTE =
  'note: checked with the built-in spec of commerce-contract. For your own, pass spec: "openapi.yaml".\n';
const BASE_PATH_NOTE =
  'note: requests without the base path of the spec\'s servers were checked. If a proxy removes it, pass servers: ["/"].\n';

function removeOrigin(exchange: Exchange): Exchange {
  const { request } = exchange;
  return {
    ...exchange,
    request: { ...request, url: `${UNRECORDED_ORIGIN}${request.url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "")}` },
  };
}

/** Contracts by spec and options: loading a spec takes longer than checking an exchange. */
const contractCache = new Map<string, Contract>();

function loadCachedContract(spec: string, options: ContractOptions): Contract {
  return getOrCreate(contractCache, JSON.stringify([spec, options]), () => loadContract(spec, options));
}

/**
 * Returns the path of the built-in spec, the default of the `spec` option: the source files in the package, or the single
 * file when a bundle includes it.
 *
 * @throws Error if the code runs from a bundle that does not include the spec.
 */
function findBundledSpec(): string {
  // import.meta.url is undefined in a CommonJS bundle.
  const code: string | undefined = import.meta.url;
  if (code !== undefined) {
    // Not `new URL(…, import.meta.url)`: a bundler would include this file without the files that it references.
    const files = resolve(dirname(fileURLToPath(code)), "../../spec/openapi.yaml");
    if (existsSync(files)) return files;
    const bundled = fileURLToPath(new URL("../../generated/openapi.yaml", import.meta.url));
    if (existsSync(bundled)) return bundled;
  }
  throw new Error('this bundle does not include the built-in spec of commerce-contract: pass a path as "spec"');
}
