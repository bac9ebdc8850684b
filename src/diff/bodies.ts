import type { MediaType, Operation, Pointer, RequestBody } from "../document/index.js";
import { pickMediaType } from "../match/media-type.js";
import type { DiffCode } from "./codes.js";
import type { Comparison, Pair, Part } from "./comparison.js";
import { ANSWER, DELIVERY, type Flow, REQUEST, RESPONSE } from "./flow.js";
import { compareSchemas } from "./schemas.js";

/** Compares the bodies of the requests of an operation, or of the deliveries of a webhook. */
export function compareRequestBodies(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const part = { operation: next.id, part: "request body" };
  const pair = { old: old.requestBody, new: next.requestBody };
  const { tell } = comparison;
  const places = { old: pair.old?.pointer ?? old.pointer, new: pair.new?.pointer ?? next.pointer };
  const isWebhook = next.kind === "webhook";
  const told = (code: DiffCode, message: string): void => tell({ code, message, ...places, touch: part });
  if (isWebhook) tellDelivered(pair, told);
  else tellSent(pair, told);
  if (pair.old === undefined || pair.new === undefined) return;
  compareContents(comparison, isWebhook ? DELIVERY : REQUEST, part, {
    old: { pointer: places.old, content: pair.old.content },
    new: { pointer: places.new, content: pair.new.content },
  });
}

type Bodies = Pair<RequestBody | undefined>;
type Telling = (code: DiffCode, message: string) => void;

function tellSent({ old, new: next }: Bodies, tell: Telling): void {
  if (next === undefined) {
    if (old !== undefined)
      tell("request.body.removed", "a body is no longer expected; still accepted would be compatible");
  } else if (old === undefined) {
    if (next.required) tell("request.body.required", "the new body has to be sent; optional would be compatible");
    else tell("request.body.added", "a body may be sent now");
  } else if (next.required && !old.required) {
    tell("request.body.required", "the body has to be sent now; optional would be compatible");
  } else if (old.required && !next.required) {
    tell("request.body.optional", "the body may be left out now");
  }
}

function tellDelivered({ old, new: next }: Bodies, tell: Telling): void {
  if (old === undefined) {
    if (next !== undefined) tell("webhook.body.added", "a delivery may have a body now");
  } else if (next === undefined) tell("webhook.body.removed", "the body is gone; still there would be compatible");
  else if (old.required && !next.required)
    tell("webhook.body.removed", "the body may be missing now; still required would be compatible");
}

export type Content = { readonly pointer: Pointer; readonly content: readonly MediaType[] };

type Words = { readonly refused: DiffCode; readonly eased: DiffCode };

const WORDS: Readonly<Record<Flow["name"], Words>> = {
  request: { refused: "request.media-type.removed", eased: "request.media-type.added" },
  response: { refused: "response.media-type.added", eased: "response.media-type.removed" },
  webhook: { refused: "webhook.media-type.added", eased: "webhook.media-type.removed" },
  answer: { refused: "webhook.answer.narrowed", eased: "webhook.answer.widened" },
};

/** Compares what stands for each media type: what is sent has to be among what is understood. */
export function compareContents(comparison: Comparison, flow: Flow, part: Part, pair: Pair<Content>): void {
  const receiver = flow.sender === "old" ? "new" : "old";
  const words = WORDS[flow.name];
  for (const media of pair[flow.sender].content) {
    const understood = pickMediaType(pair[receiver].content, media.range);
    const touch = { ...part, part: `${part.part} ${media.range}` };
    if (understood === undefined) tellMedia(comparison, flow, { media, code: words.refused, pair, touch });
    else
      compareSchemas(comparison, flow, touch, {
        ...{ old: undefined, new: undefined },
        [flow.sender]: media.schema,
        [receiver]: understood.schema,
      });
  }
  for (const media of pair[receiver].content) {
    if (pickMediaType(pair[flow.sender].content, media.range) !== undefined) continue;
    // A range that takes what is sent is no other media type.
    if (pair[flow.sender].content.some((sent) => pickMediaType([media], sent.range) !== undefined)) continue;
    const touch = { ...part, part: `${part.part} ${media.range}` };
    tellMedia(comparison, { sender: receiver }, { media, code: words.eased, pair, touch });
  }
}

type Media = { readonly media: MediaType; readonly code: DiffCode; readonly pair: Pair<Content>; readonly touch: Part };

/** A media type that one side alone has. */
function tellMedia(
  { tell }: Comparison,
  { sender: holder }: Pick<Flow, "sender">,
  { media, code, pair, touch }: Media,
): void {
  const other = holder === "old" ? "new" : "old";
  const places = { old: "", new: "", [holder]: media.pointer, [other]: pair[other].pointer };
  const verb = holder === "old" ? "is gone" : "is new";
  tell({ code, message: `the media type ${media.range} ${verb}`, ...places, subject: media.range, touch });
}

/** Compares the bodies of answers of one status. */
export function compareAnswerBodies(comparison: Comparison, part: Part, pair: Pair<Content>, isWebhook: boolean): void {
  const [was, is] = [pair.old.content.length > 0, pair.new.content.length > 0];
  const told = (code: DiffCode, message: string): void =>
    comparison.tell({ code, message, old: pair.old.pointer, new: pair.new.pointer, touch: part });
  if (isWebhook) {
    if (is && was) compareContents(comparison, ANSWER, part, pair);
  } else if (was && !is)
    told("response.body.removed", "the answer has no body any more; still there would be compatible");
  else if (is && !was) told("response.body.added", "the answer may have a body now");
  else compareContents(comparison, RESPONSE, part, pair);
}
