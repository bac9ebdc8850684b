import type { MediaTypeDefinition, Pointer } from "../../document/index.js";
import { pickMediaType } from "../../match/documented-parts.js";
import type { DiffCode } from "../codes.js";
import type { Comparison, OperationPart, Pair } from "../comparison.js";
import type { MessageFlow } from "../message-flow.js";

export type MediaTypeContent = { readonly pointer: Pointer; readonly content: readonly MediaTypeDefinition[] };

type MediaTypeCodes = { readonly breaking: DiffCode; readonly compatible: DiffCode };

export const MEDIA_TYPE_CODES: Readonly<Record<MessageFlow["name"], MediaTypeCodes>> = {
  request: { breaking: "request.media-type.removed", compatible: "request.media-type.added" },
  response: { breaking: "response.media-type.added", compatible: "response.media-type.removed" },
  webhook: { breaking: "webhook.media-type.added", compatible: "webhook.media-type.removed" },
  "webhook-response": { breaking: "webhook.response.narrowed", compatible: "webhook.response.widened" },
};

type MediaTypeChange = {
  readonly media: MediaTypeDefinition;
  readonly code: DiffCode;
  readonly pair: Pair<MediaTypeContent>;
  readonly affected: OperationPart;
  /** The media types that the other spec has instead. */
  readonly replacements?: readonly MediaTypeDefinition[];
};

/** Reports a media type that only the receiver has. A range of which the sender uses some types is narrower. */
export function reportUnusedMediaType(comparison: Comparison, flow: MessageFlow, change: MediaTypeChange): void {
  const { media, pair } = change;
  const sender = flow.sender === "old" ? "new" : "old";
  const isInRange = ({ range }: MediaTypeDefinition): boolean => pickMediaType([media], range) !== undefined;
  const replacements = media.range.includes("*") ? pair[flow.sender].content.filter(isInRange) : [];
  // A client may send any type of a range that was added.
  if (replacements.length === 0 || flow.sender === "old") reportMediaType(comparison, { sender }, change);
  else reportMediaType(comparison, { sender }, { ...change, code: flow.compatible, replacements });
}

/** Reports a media type that only one spec has. */
export function reportMediaType(
  { report }: Comparison,
  { sender: holder }: Pick<MessageFlow, "sender">,
  { media, code, pair, affected, replacements = [] }: MediaTypeChange,
): void {
  const other = holder === "old" ? "new" : "old";
  const pointers = { old: "", new: "", [holder]: media.pointer, [other]: pair[other].pointer };
  const change =
    replacements.length > 0
      ? `was replaced by ${replacements.map(({ range }) => range).join(", ")}`
      : `was ${holder === "old" ? "removed" : "added"}`;
  report({ code, message: `the media type ${media.range} ${change}`, ...pointers, subject: media.range, affected });
}
