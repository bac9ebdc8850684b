import type { MediaTypeDefinition, Operation, Parameter, Pointer, ResponseDefinition } from "../document/index.js";
import type { Exchange, ExchangePart } from "../exchange/index.js";
import type { CollectUndeclared, MessageDirection, ParameterReading, Schemas } from "../schema/index.js";
import type { BodyContent } from "./body-content.js";
import type { FindingCode } from "./codes.js";

/**
 * A check reads one exchange beside the operation it belongs to and yields what disagrees. It is synchronous and pure, and
 * never throws for anything that an exchange can hold.
 */
export type Check = (subject: CheckContext) => Iterable<CheckFinding | NotValidated>;

/** One exchange with everything that the checks ask about it, worked out once. */
export type CheckContext = {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** Operations that the request may belong to as well. */
  readonly ambiguousOperations: readonly Operation[];
  /** The documented answer for the status that came, when there is one. */
  readonly response: ResponseDefinition | undefined;
  readonly parameters: readonly CheckedParameter[];
  /** The names in the query, decoded, each once. */
  readonly queryNames: readonly string[];
  readonly cookieNames: readonly string[];
  readonly bodies: { readonly request: BodyContext; readonly response: BodyContext };
  readonly schemas: Schemas;
  readonly collectUndeclared: CollectUndeclared;
};

export type CheckedParameter = { readonly parameter: Parameter; readonly reading: ParameterReading };

/** A body, what the contract says about it, and what it turned out to hold. */
export type BodyContext = {
  readonly direction: MessageDirection;
  readonly contentType: string | undefined;
  /** The documented media types; undefined when the contract does not document this body (or this answer) at all. */
  readonly documented: readonly MediaTypeDefinition[] | undefined;
  /** Where the contract speaks of this body. */
  readonly pointer: Pointer;
  readonly required: boolean;
  /** The documented media type that the body is judged by. */
  readonly media: MediaTypeDefinition | undefined;
  /** The Content-Type is not documented, and the media type is the one nearest to it. */
  readonly isNearest?: boolean;
  readonly content: BodyContent;
};

/** What a check says: one place where exchange and contract disagree. The gate adds level, source lines and fingerprint. */
export type CheckFinding = {
  readonly code: FindingCode;
  /** What, where, and what would have been accepted. Free of secrets. */
  readonly message: string;
  readonly part: ExchangePart;
  /** JSON Pointer inside the part; `""` is all of it. */
  readonly at: Pointer;
  readonly contract: Pointer;
  /** What kind of value was wrong, without the value itself: it tells findings at one place of the contract apart. */
  readonly valueClass: string;
  /** The property, parameter or value that the contract has not heard of. */
  readonly name?: string;
  /** The names or values that the contract does list there. */
  readonly declared?: readonly string[];
  /** How often this happened in the exchange. */
  readonly occurrences: number;
};

/** Something in the exchange that could not be held against the contract; it makes a verdict partial. */
export type NotValidated = { readonly notValidated: string };
