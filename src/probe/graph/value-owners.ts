import { joinPointer, type ResponseDefinition, resolvePointer } from "../../document/index.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import { ID_WORDS, isSameResource, type ReferenceName, splitWords } from "./name-words.js";
import { readPathShape } from "./path-shape.js";
import type { LearnedValue } from "./response-values.js";

/** The resources that the values of a response may belong to: by its path, and by the name of its schema. */
export function listOwners({ document, operation, exchange }: ProbeExchange): readonly string[] {
  const isOwn = ({ status }: ResponseDefinition): boolean => status === String(exchange.response.status);
  const schema = operation.responses.find(isOwn)?.content[0]?.schema;
  const target = schema === undefined ? undefined : resolvePointer(document, schema);
  const items =
    target?.value.items === undefined ? target : resolvePointer(document, joinPointer(target.pointer, "items"));
  const name = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(items?.pointer ?? "")?.[1] ?? "";
  const words = splitWords(name);
  const end = words.findIndex((word) => SCHEMA_SUFFIXES.has(word));
  const ofSchema = words.slice(0, end <= 0 ? undefined : end).join(" ");
  return [...new Set([readPathShape(operation.path).resource, ofSchema])].filter((it) => it !== "");
}

const SCHEMA_SUFFIXES = new Set([
  "response",
  "dto",
  "public",
  "read",
  "out",
  "view",
  "detail",
  "result",
  "list",
  "page",
  "schema",
  "model",
  "with",
  "create",
  "created",
]);

/** A name without a resource, such as `n`, matches only the same name. */
export const MIN_NAME_SCORE = 1;

/** How well a learned value fits a name: 10 for the same compound name, 0 for another resource. */
export function computeNameScore({ resource, name }: LearnedValue, raw: string, reference: ReferenceName): number {
  const words = splitWords(name).join(" ");
  if (words === raw && raw.includes(" ")) return 10;
  if (` ${words}`.endsWith(` ${reference.resource} ${reference.property}`)) return 9.5;
  if (isSameResource(resource, reference.resource)) {
    if (words === reference.property) return 9;
    const rank = ID_WORDS.indexOf(words);
    if (rank !== -1) return 8 - rank / ID_WORDS.length;
  }
  if (words === reference.resource && !ID_WORDS.includes(words)) return 5;
  return words === raw && !ID_WORDS.includes(raw) ? MIN_NAME_SCORE : 0;
}
