import type { Serialization } from "../document/index.js";
import type { DiffCode } from "./codes.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import { acceptsValue } from "./containment/schemas/versioned-document.js";
import type { MessageFlow } from "./message-flow.js";
import { sendText, sendValue, type WireChannel, type WireText, type WireVerdict } from "./wire/wire-channel.js";

/** A part that both specs have, with what decides how its values are written. */
export type SerializedPart = {
  readonly flow: MessageFlow;
  readonly affected: OperationPart;
  readonly pointers: Pair<string>;
  readonly channel: WireChannel;
  /** What changed, such as `style changed from form to deepObject`; undefined if nothing did. */
  readonly change: string | undefined;
  /** Whether other changes of the same schemas are reported anyway, so that one without effect is not. */
  readonly hasOtherChanges?: boolean;
  /** The code for a text that the receiver refuses. */
  readonly refusedCode: DiffCode;
};

/**
 * Reports a changed serialization by its effect on the receiver: it refuses a text, reads another value, or notices nothing.
 * Returns whether it refuses a text; the schemas then need no comparison.
 */
export function compareSerialization(comparison: Comparison, part: SerializedPart): boolean {
  const { flow, affected, pointers, channel, change, refusedCode } = part;
  if (change === undefined) return false;
  const { sender } = flow;
  const receiver = sender === "old" ? "new" : "old";
  const schema = channel[sender].schema;
  const made = schema === undefined ? UNTYPED_VALUES : comparison.makeValues(flow, schema);
  const { schema: pointer } = channel[receiver];
  // Only the serialization can make the receiver refuse these values.
  const values = made.filter(
    (value) => pointer === undefined || acceptsValue({ spec: comparison[receiver], pointer }, flow.direction, value),
  );
  const verdicts = sendAll(part, values);
  const isRead = verdicts.some(({ kind }) => kind === "accepted");
  const sent = verdicts.filter((it) => it.kind !== "accepted");
  // An empty text or list shows less than others.
  const hasContent = ({ value }: SentValue): boolean => !/""|\[\]/.test(JSON.stringify(value));
  const refused = sent.filter(({ kind }) => kind === "refused");
  const shown = refused.length > 0 ? refused : sent;
  const found = shown.find(hasContent) ?? shown[0];
  const draft = { ...pointers, affected };
  if (found === undefined) {
    // If the receiver's schema has none of the values, the comparison of schemas says what it reads from their texts.
    const isApart = made.length > 0 && values.length === 0;
    if (!isRead && !isApart)
      comparison.report({
        code: flow.undecided,
        change,
        advice: "no text could be made that shows the effect",
        ...draft,
      });
    else if (isRead && part.hasOtherChanges !== true)
      comparison.report({ code: "keyword.changed", change, advice: "every text is still read the same", ...draft });
    return false;
  }
  const isRefused = found.kind === "refused";
  const readAs = isRefused ? undefined : found.readAs;
  const effect = isRefused ? "" : `, so that the receiver reads ${readAs === undefined ? "nothing" : "another value"}`;
  const { operation, part: name } = affected;
  const sentValue = { value: found.value, text: found.sent.text, operation, part: name, acceptedBy: sender };
  comparison.report({
    code: isRefused ? refusedCode : flow.reinterpreted,
    change: `${change}${effect}`,
    advice: "keep the old serialization to stay compatible",
    ...draft,
    counterexample: {
      ...sentValue,
      ...(isRefused ? { rejectedBy: receiver } : { readBy: receiver, readAs }),
    },
  });
  return isRefused;
}

type SentValue = Extract<WireVerdict, { readonly sent: WireText }> & { readonly value: unknown };

/** Sends values that only the serialization can make the receiver refuse, and the text that stands for no value. */
function sendAll({ flow, channel }: SerializedPart, valid: readonly unknown[]): readonly SentValue[] {
  const { empty, serializeOthers = () => [] } = channel[flow.sender];
  const listSent = (value: unknown, verdict: WireVerdict): SentValue[] =>
    "sent" in verdict ? [{ ...verdict, value }] : [];
  const others = valid.flatMap((value) => serializeOthers(value).map((text) => [value, text] as const));
  return [
    ...valid.flatMap((value) => listSent(value, sendValue(channel, flow.sender, value))),
    ...others.flatMap(([value, text]) => listSent(value, sendText(channel, flow.sender, text))),
    ...(empty === undefined ? [] : listSent("", sendText(channel, flow.sender, empty))),
  ];
}

const UNTYPED_VALUES: readonly unknown[] = ["text", "1"];

/** Says how the serialization of a parameter or header changed; undefined if it did not. */
export function describeSerializationChange(
  { old, new: next }: Pair<Serialization>,
  subject: string,
): string | undefined {
  const [before, after] = [formatSerialization(old), formatSerialization(next)];
  return before === after ? undefined : `${subject} changed from ${before} to ${after}`;
}

function formatSerialization({ style, explode, allowReserved, allowEmptyValue, content }: Serialization): string {
  if (content !== undefined) return content.range.toLowerCase();
  const allowed = `${allowReserved ? ", reserved characters allowed" : ""}${allowEmptyValue ? ", empty value allowed" : ""}`;
  return `${style}${explode ? ", exploded" : ", not exploded"}${allowed}`;
}
