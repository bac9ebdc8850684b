import { groupBy } from "../../check/index.js";
import type { AffectedPart, DiffCode, DiffFinding } from "../../diff/index.js";
import { escapeMarkdown, formatCodeSpan } from "../formatting/markdown.js";
import { capitalize, joinList } from "../formatting/text.js";
import { countByLevel } from "../page.js";
import { type DiffReportInput, formatDiffTitle, listAffectedOperations, listParts, MAX_PARTS } from "./diff-page.js";

/**
 * Formats a changelog in Markdown for the clients of the API: what breaks them first, by operation, with what they have to
 * do. It has no codes, fingerprints or advice for the author of the spec.
 */
export function renderChangelog(input: DiffReportInput): string {
  const { findings } = input.difference;
  const sections = SECTIONS.flatMap(([level, title]) => {
    const ofLevel = findings.filter((it) => it.level === level);
    const groups = groupBy(ofLevel, ({ affects }) => listAffectedOperations(affects).join("\n"));
    // What affects most operations is first.
    const sorted = [...groups].sort(([one], [other]) => other.split("\n").length - one.split("\n").length);
    const texts = sorted.map(([, group]) => formatGroup(group, input));
    return texts.length === 0 ? [] : [`## ${title}`, ...texts];
  });
  return [`# ${escapeMarkdown(formatDiffTitle(input))}`, formatCounts(input), ...sections, ""].join("\n\n");
}

const SECTIONS = [
  ["error", "Breaking changes"],
  ["warn", "Changes that may break"],
  ["info", "Compatible changes"],
] as const;

function formatCounts({ difference }: DiffReportInput): string {
  const { error, warn, info } = countByLevel(difference.findings);
  if (error + warn + info === 0) return "No changes that clients can see.";
  const breaking = error === 0 ? "No breaking change" : `${error} breaking ${error === 1 ? "change" : "changes"}`;
  return `${breaking}, ${warn} that may break, ${info} compatible.`;
}

/** Formats the changes of the same operations, below a heading that names them. */
function formatGroup(group: readonly DiffFinding[], { difference, new: next }: DiffReportInput): string {
  const names = listAffectedOperations(group[0]?.affects ?? []).map((name) => difference.endpoints.get(name) ?? name);
  const [only] = names;
  const heading = only !== undefined && names.length === 1 ? formatCodeSpan(only) : `${names.length} operations`;
  const list = names.length < 2 ? [] : [joinList(names.map(formatCodeSpan), MAX_LISTED)];
  const title = names.length === 0 ? formatCodeSpan(next.path) : heading;
  return [`### ${title}`, ...list, [...new Set(group.map(formatChange))].join("\n")].join("\n\n");
}

const MAX_LISTED = 12;

/** Formats a change as a list item: the part of the exchange, what changed there, and what a client has to do. */
function formatChange({ code, level, change, affects }: DiffFinding): string {
  const place = capitalize(formatPlaces(affects, PART_IN_CHANGE.test(change)));
  const [first] = affects;
  const name = JSON.stringify(first?.at?.split("/").at(-1) ?? "");
  const what = change.startsWith(`${name} is `) ? change.slice(name.length + 1) : change;
  const text = formatNamesAsCode(place === "" ? capitalize(what) : what);
  const separator = place === "" ? "" : /^(was|is) /.test(what) ? " " : ": ";
  const action = level === "info" ? undefined : getClientAction(code);
  return `- ${place}${separator}${text}.${action === undefined ? "" : ` ${action}`}`;
}

/** Formats the parts of exchanges and the paths in their values. Operations of one change may have it at different paths. */
function formatPlaces(affects: readonly AffectedPart[], isPartNamed: boolean): string {
  const byPath = groupBy(affects, ({ at = "" }) => at);
  const parts = new Set(isPartNamed ? [] : [...byPath.values()].flatMap(listParts).map(formatPart));
  const named = [...parts].filter((it) => it !== "").sort();
  const paths = [...byPath.keys()].filter((it) => it !== "").map((at) => formatCodeSpan(formatPath(at)));
  const path = paths.length > MAX_PARTS ? joinList(paths, MAX_PARTS) : paths.join(" or ");
  return [named.length === 0 ? "" : joinList(named, MAX_PARTS), path].filter((it) => it !== "").join(", ");
}

/** A change that names its part itself, such as `the response 202 was added`. */
const PART_IN_CHANGE =
  /^(the operationId|security|servers? |the server|the sunset|[A-Z]+ \/|(the|a|an)( required| optional)? (response (\d|default)|response body|request body|body |webhook|callback|URL of|(query|path|header|cookie) parameter))/;

/** Formats a part of an exchange for readers, such as `response 201` for `response 201 application/json`. */
function formatPart(part: string): string {
  if (/^(operation|security|servers|webhook)$/.test(part)) return "";
  const text = part.replace(/ (header|link) .*$/, "").replace(/(?<!,) application\/json$/, "");
  const parameter = /^((?:query|path|header|cookie) parameter) (.*)$/.exec(text);
  return parameter === null ? formatNamesAsCode(text) : `${parameter[1]} ${formatCodeSpan(parameter[2] ?? "")}`;
}

/** Formats a path of a value as programs write it, such as `items.0.price`. */
function formatPath(at: string): string {
  return at.slice(1).replaceAll("/", ".");
}

/** Escapes a text, and formats its JSON strings, URLs, expressions, requests and media types as code, so that they stand as they are. */
function formatNamesAsCode(text: string): string {
  return text
    .split(
      /("(?:[^"\\]|\\.)+"|\w+:\/\/[^\s,;]+|\{\$[^}]*\}|\b[A-Z]+ \/[^\s,;)]*|(?<= )\/[^\s,;)]*|\b[a-z]+\/[\w.+*-]+)/,
    )
    .map((piece, index) => (index % 2 === 1 ? formatCodeSpan(piece.replace(/^"(.*)"$/, "$1")) : escapeMarkdown(piece)))
    .join("");
}

/** Returns what a client has to do about a change, or undefined if there is nothing to do. */
export function getClientAction(code: DiffCode): string | undefined {
  const [area = "", ...rest] = code.split(".");
  // A receiver of deliveries reads them as a client reads responses.
  const same = area === "webhook" ? ["response", ...rest].join(".") : code;
  return CLIENT_ACTIONS[code] ?? CLIENT_ACTIONS[same];
}

const SEND_BY_SCHEMA = "Check what you send against the new schema.";
const READ_BY_SCHEMA = "Check your code against the new schema.";
const STOP_SENDING = "Stop sending it.";
const STOP_READING = "Stop reading it.";
const HANDLE_VALUES = "Handle new values.";
const HANDLE_STATUS = "Handle this status.";
const CHECK_LINK = "Check code that follows the link.";
const EXPECT_MISSING = "Expect it to be missing.";
const WRITE_BODY = "Write the body in the new form.";
const NO_DELIVERIES = "Expect no more deliveries.";

const CLIENT_ACTIONS: Readonly<Record<string, string>> = {
  "operation.removed": "Stop calling it.",
  "operation.shadowed": "Check calls of this path: another operation handles them now.",
  "operation.sunset.earlier": "Stop calling it before the new day.",
  "server.removed": "Call another server.",
  "security.narrowed": "Send credentials that are still accepted.",
  "security.flow.removed": "Get tokens in a way that is still offered.",
  "operation.renamed": "Call the method of its new name, if you generate a client.",
  "format.changed": "Check how your code handles bytes and text.",
  "discriminator.changed": "Check how your code chooses the type.",
  "request.parameter.required": "Send it.",
  "request.parameter.removed": "Stop sending it: it may be ignored.",
  "request.parameter.serialization": "Write it in the new form.",
  "request.body.required": "Send a body.",
  "request.body.removed": "Send no body.",
  "request.body.serialization": WRITE_BODY,
  "request.media-type.removed": "Send another media type.",
  "request.type.narrowed": "Send the new type.",
  "request.values.narrowed": STOP_SENDING,
  "request.default.changed": "Send the old value, if you rely on it.",
  "request.values.not-in-enum": STOP_SENDING,
  "request.bounds.narrowed": "Stay within the new limit.",
  "request.text.narrowed": "Send texts that keep the new rule.",
  "request.property.required": "Send it.",
  "request.property.refused": STOP_SENDING,
  "request.property.removed": "Stop sending it: it may be ignored.",
  "request.property.read-only": "Stop sending it: the service sets it.",
  "request.schema.narrowed": SEND_BY_SCHEMA,
  "request.schema.undecided": SEND_BY_SCHEMA,
  "request.value.reinterpreted": "Check how you write it: the service reads another value from the same text.",
  "response.status.added": HANDLE_STATUS,
  "response.error-status.added": HANDLE_STATUS,
  "response.media-type.removed": "Accept another media type.",
  "response.media-type.added": "Name the media types that you read in `Accept`.",
  "response.body.removed": "Expect no body.",
  "response.body.added": "Expect a body.",
  "response.body.serialization": "Read the body in the new form.",
  "response.header.optional": EXPECT_MISSING,
  "response.header.serialization": "Read it in the new form.",
  "response.link.removed": CHECK_LINK,
  "response.link.changed": CHECK_LINK,
  "response.type.widened": "Handle the new type.",
  "response.values.widened": HANDLE_VALUES,
  "response.values.not-in-enum": HANDLE_VALUES,
  "response.bounds.widened": "Expect values beyond the old limit.",
  "response.text.widened": "Expect texts that break the old rule.",
  "response.property.optional": EXPECT_MISSING,
  "response.property.refused": "Expect it, also where your code refuses unknown properties.",
  "response.property.removed": STOP_READING,
  "response.property.write-only": STOP_READING,
  "response.schema.widened": HANDLE_VALUES,
  "response.schema.undecided": READ_BY_SCHEMA,
  "response.value.reinterpreted": "Check how you read it: the same text stands for another value.",
  "callback.removed": NO_DELIVERIES,
  "callback.moved": "Check which URL you give for deliveries.",
  "webhook.removed": NO_DELIVERIES,
  "webhook.parameter.optional": EXPECT_MISSING,
  "webhook.media-type.added": "Read this media type, too.",
  "webhook.serialization": "Read the delivery in the new form.",
  "webhook.response.narrowed": "Respond to deliveries in a way that is still accepted.",
};
