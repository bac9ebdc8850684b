import type { MediaTypeDefinition, Operation, Pointer, RequestBody } from "../document/index.js";
import { pickMediaType } from "../match/media-type.js";
import type { DiffCode } from "./codes.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import {
  type MessageFlow,
  REQUEST_FLOW,
  RESPONSE_FLOW,
  WEBHOOK_REQUEST_FLOW,
  WEBHOOK_RESPONSE_FLOW,
} from "./message-flow.js";
import { compareSchemas } from "./schemas.js";

/** Compares the bodies of the requests of an operation, or of the deliveries of a webhook. */
export function compareRequestBodies(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const part = { operation: next.id, part: "request body" };
  const pair = { old: old.requestBody, new: next.requestBody };
  const { report } = comparison;
  const pointers = { old: pair.old?.pointer ?? old.pointer, new: pair.new?.pointer ?? next.pointer };
  const isWebhook = next.kind === "webhook";
  const reportChange = (code: DiffCode, message: string): void =>
    report({ code, message, ...pointers, affected: part });
  if (isWebhook) reportWebhookBody(pair, reportChange);
  else reportRequestBody(pair, reportChange);
  if (pair.old === undefined || pair.new === undefined) return;
  compareContents(comparison, isWebhook ? WEBHOOK_REQUEST_FLOW : REQUEST_FLOW, part, {
    old: { pointer: pointers.old, content: pair.old.content },
    new: { pointer: pointers.new, content: pair.new.content },
  });
}

type RequestBodies = Pair<RequestBody | undefined>;
type ReportChange = (code: DiffCode, message: string) => void;

function reportRequestBody({ old, new: next }: RequestBodies, reportChange: ReportChange): void {
  if (next === undefined) {
    if (old !== undefined)
      reportChange("request.body.removed", "a body is no longer expected; still accepted would be compatible");
  } else if (old === undefined) {
    if (next.required)
      reportChange("request.body.required", "the new body has to be sent; optional would be compatible");
    else reportChange("request.body.added", "a body may be sent now");
  } else if (next.required && !old.required) {
    reportChange("request.body.required", "the body has to be sent now; optional would be compatible");
  } else if (old.required && !next.required) {
    reportChange("request.body.optional", "the body may be left out now");
  }
}

function reportWebhookBody({ old, new: next }: RequestBodies, reportChange: ReportChange): void {
  if (old === undefined) {
    if (next !== undefined) reportChange("webhook.body.added", "a delivery may have a body now");
  } else if (next === undefined)
    reportChange("webhook.body.removed", "the body is gone; still there would be compatible");
  else if (old.required && !next.required)
    reportChange("webhook.body.removed", "the body may be missing now; still required would be compatible");
}

export type MediaTypeContent = { readonly pointer: Pointer; readonly content: readonly MediaTypeDefinition[] };

type MediaTypeCodes = { readonly breaking: DiffCode; readonly compatible: DiffCode };

const MEDIA_TYPE_CODES: Readonly<Record<MessageFlow["name"], MediaTypeCodes>> = {
  request: { breaking: "request.media-type.removed", compatible: "request.media-type.added" },
  response: { breaking: "response.media-type.added", compatible: "response.media-type.removed" },
  webhook: { breaking: "webhook.media-type.added", compatible: "webhook.media-type.removed" },
  "webhook-response": { breaking: "webhook.response.narrowed", compatible: "webhook.response.widened" },
};

/** Compares what stands for each media type: what is sent has to be among what is understood. */
export function compareContents(
  comparison: Comparison,
  flow: MessageFlow,
  part: OperationPart,
  pair: Pair<MediaTypeContent>,
): void {
  const receiver = flow.sender === "old" ? "new" : "old";
  const codes = MEDIA_TYPE_CODES[flow.name];
  for (const media of pair[flow.sender].content) {
    const understood = pickMediaType(pair[receiver].content, media.range);
    const affected = { ...part, part: `${part.part} ${media.range}` };
    if (understood === undefined) reportMediaType(comparison, flow, { media, code: codes.breaking, pair, affected });
    else
      compareSchemas(comparison, flow, affected, {
        ...{ old: undefined, new: undefined },
        [flow.sender]: media.schema,
        [receiver]: understood.schema,
      });
  }
  for (const media of pair[receiver].content) {
    if (pickMediaType(pair[flow.sender].content, media.range) !== undefined) continue;
    // A range that takes what is sent is no other media type.
    if (pair[flow.sender].content.some((sent) => pickMediaType([media], sent.range) !== undefined)) continue;
    const affected = { ...part, part: `${part.part} ${media.range}` };
    reportMediaType(comparison, { sender: receiver }, { media, code: codes.compatible, pair, affected });
  }
}

type MediaTypeChange = {
  readonly media: MediaTypeDefinition;
  readonly code: DiffCode;
  readonly pair: Pair<MediaTypeContent>;
  readonly affected: OperationPart;
};

/** A media type that one side alone has. */
function reportMediaType(
  { report }: Comparison,
  { sender: holder }: Pick<MessageFlow, "sender">,
  { media, code, pair, affected }: MediaTypeChange,
): void {
  const other = holder === "old" ? "new" : "old";
  const pointers = { old: "", new: "", [holder]: media.pointer, [other]: pair[other].pointer };
  const verb = holder === "old" ? "is gone" : "is new";
  report({ code, message: `the media type ${media.range} ${verb}`, ...pointers, subject: media.range, affected });
}

/** Compares the bodies of answers of one status. */
export function compareResponseBodies(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<MediaTypeContent>,
  isWebhook: boolean,
): void {
  const [was, is] = [pair.old.content.length > 0, pair.new.content.length > 0];
  const reportChange = (code: DiffCode, message: string): void =>
    comparison.report({ code, message, old: pair.old.pointer, new: pair.new.pointer, affected: part });
  if (isWebhook) {
    if (is && was) compareContents(comparison, WEBHOOK_RESPONSE_FLOW, part, pair);
  } else if (was && !is)
    reportChange("response.body.removed", "the answer has no body any more; still there would be compatible");
  else if (is && !was) reportChange("response.body.added", "the answer may have a body now");
  else compareContents(comparison, RESPONSE_FLOW, part, pair);
}
