import { listOperations, loadDocument, type Operation } from "../document/index.js";
import { type Contract, type ContractOptions, createContract } from "./contract.js";
import type { ExchangeResult } from "./exchange/exchange-result.js";
import type { UrlRedactor } from "./url-redactor.js";

/**
 * Loads several specs as one contract. Each exchange is checked by the spec that has its operation, else by the one whose server
 * it was sent to. Operations whose id occurs in several specs are named `<file>#<id>`.
 *
 * @throws {DocumentError} if a document cannot be used.
 */
export function loadContracts(paths: readonly string[], options: ContractOptions = {}): Contract {
  const specs = paths
    .map((path) => loadDocument(path))
    .map((document) => ({ document, operations: listOperations(document) }));
  const ids = specs.flatMap(({ operations }) => operations.map(({ id }) => id));
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const [first, ...others] = specs.map(({ document, operations }) => {
    const name = shortenPath(document.path, paths);
    const unique = operations.map((it) => (repeated.has(it.id) ? { ...it, id: `${name}#${it.id}` } : it));
    return createContract(document, options, unique);
  });
  if (first === undefined) throw new RangeError("no spec given");
  return others.length === 0 ? first : joinContracts([first, ...others]);
}

/** The end of a path that no other path has. A baseline then fits in any directory. */
function shortenPath(path: string, all: readonly string[]): string {
  const steps = path.split("/");
  const names = steps.map((_, index) => steps.slice(steps.length - 1 - index).join("/"));
  return names.find((name) => all.filter((it) => it === name || it.endsWith(`/${name}`)).length === 1) ?? path;
}

function joinContracts(parts: readonly [Contract, ...Contract[]]): Contract {
  const [{ document }] = parts;
  const operations = parts.flatMap((it) => it.operations);
  const checkRecorded: Contract["checkRecorded"] = (exchange, before) => {
    const [first, ...others] = parts.map((it) => it.checkRecorded(exchange, before));
    return others.reduce((best, it) => (rank(it) > rank(best) ? it : best), first as ExchangeResult);
  };
  return {
    document,
    specs: parts.flatMap((it) => it.specs),
    operations,
    urlRedactor: joinUrlRedactors(parts),
    check: (exchange) => checkRecorded(exchange, { registrations: [] }),
    checkRecorded,
    findRegistration: (exchange) => {
      for (const part of parts) {
        const registration = part.findRegistration(exchange);
        if (registration !== undefined) return registration;
      }
      return undefined;
    },
    hasStatedSignatures: parts.some((it) => it.hasStatedSignatures),
    hasOperation: (request) => parts.some((it) => it.hasOperation(request)),
    checkParts: parts.flatMap((it) => it.checkParts),
  };
}

/** Prefers a spec with the operation, and the one that the exchange matches; then one whose server it was sent to. */
function rank({ operation, verdict, findings }: ExchangeResult): number {
  if (findings.some(({ code }) => code === "request.server.undocumented")) return -1;
  if (operation === undefined) return findings.length > 0 ? 1 : 0;
  return verdict === "failed" ? 2 : 3;
}

function joinUrlRedactors(parts: readonly Contract[]): UrlRedactor {
  const owners = new Map<Operation, UrlRedactor>(
    parts.flatMap(({ operations, urlRedactor }) => operations.map((it) => [it, urlRedactor] as const)),
  );
  const redactors = parts.map((it) => it.urlRedactor);
  const redactorsOf = (operation: Operation | undefined): readonly UrlRedactor[] => {
    const owner = operation && owners.get(operation);
    return owner === undefined ? redactors : [owner];
  };
  return {
    sensitiveNames: new Set(redactors.flatMap((it) => [...it.sensitiveNames])),
    getSensitiveProperties: () => new Set(redactors.flatMap((it) => [...it.getSensitiveProperties()])),
    redact: (url, operation, hide) =>
      redactorsOf(operation).reduce((text, it) => it.redact(text, operation, hide), url),
  };
}
