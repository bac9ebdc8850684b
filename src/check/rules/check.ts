import type { MediaTypeDefinition, Operation, Parameter, Pointer, ResponseDefinition } from "../../document/index.js";
import type { Exchange, ExchangePart } from "../../recording/index.js";
import type {
  CollectUndeclared,
  Conformity,
  Malformed,
  MessageDirection,
  ParameterReading,
  RawParameter,
  Schemas,
  Violation,
  XmlNote,
  XmlPart,
} from "../../schema/index.js";
import type { FindingCode } from "./codes.js";

/**
 * Compares one exchange with its operation and reports the findings. A check is synchronous and has no other effect, and does
 * not throw for any content of an exchange. No generator, because checks run for each exchange and most find nothing.
 */
export type Check = (context: CheckContext, report: FindingReporter) => void;

export type FindingReporter = (found: CheckFinding | NotValidated) => void;

/** What a check of a body reports is about the body, and what the spec says about it, unless it says otherwise. */
export type BodyFindingReporter = (found: BodyFinding | NotValidated) => void;

export type BodyFinding = Omit<CheckFinding, "part" | "contract"> & Partial<Pick<CheckFinding, "part" | "contract">>;

/** An exchange with all data that the checks need, computed once. */
export type CheckContext = {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** Other operations that the request may belong to. */
  readonly ambiguousOperations: readonly Operation[];
  /** The documented response for the received status; undefined if there is none. */
  readonly response: ResponseDefinition | undefined;
  readonly parameters: readonly CheckedParameter[];
  /** The distinct decoded names in the query. */
  readonly queryNames: readonly string[];
  readonly cookieNames: readonly string[];
  readonly bodies: { readonly request: BodyContext; readonly response: BodyContext };
  readonly schemas: Schemas;
  readonly collectUndeclared: CollectUndeclared;
  readonly earlier?: EarlierExchanges | undefined;
};

/** Exchanges before one in its recording: the page before its page, the first write with its idempotency key, and the first delivery of its event. */
export type EarlierExchanges = { readonly page?: Exchange; readonly first?: Exchange; readonly event?: Exchange };

/** `raw`: the parameter as sent, still encoded; absent if it is the whole query string. */
export type CheckedParameter = {
  readonly parameter: Parameter;
  readonly reading: ParameterReading;
  readonly raw?: RawParameter;
};

/** A body, its documentation in the spec and its content. */
export type BodyContext = {
  readonly direction: MessageDirection;
  /**
   * The direction in which its schema is read: what `readOnly` and `writeOnly` exclude. The service writes the request of a webhook, so
   * that it is read as a response is.
   */
  readonly view: MessageDirection;
  readonly contentType: string | undefined;
  /** The documented media types; undefined if the spec does not document this body or this response. */
  readonly documented: readonly MediaTypeDefinition[] | undefined;
  /** The location in the spec that documents this body. */
  readonly pointer: Pointer;
  readonly required: boolean;
  /** The documented media type used to check the body. */
  readonly media: BodyMediaType | undefined;
  /** Whether the Content-Type is undocumented and `media` is the closest documented type. */
  readonly isNearest?: boolean;
  readonly content: BodyContent;
};

/**
 * A media type whose `schema` applies to the body or, if it is also the `itemSchema`, to each item. `wholeSchema` is then the
 * schema of the list of items.
 */
export type BodyMediaType = MediaTypeDefinition & { readonly wholeSchema?: Pointer };

/** One violation or drift item. `createFindingMaker` adds the level, source lines and fingerprint. */
export type CheckFinding = {
  readonly code: FindingCode;
  /** What happened, where, and what was expected. Contains no secrets. The text may change between versions; the code does not. */
  readonly message: string;
  readonly part: ExchangePart;
  /** A JSON Pointer within the part. Default: the whole part. */
  readonly at?: Pointer;
  readonly contract: Pointer;
  /**
   * The path of the property: the name of the parameter, header or part, then property names with `*` for array indexes and
   * `{key}` for the keys of maps, or a pattern in place of `key`. Absent if the finding is about the message as a whole.
   */
  readonly property?: string;
  /** The JSON Schema keyword that fails. */
  readonly keyword?: string;
  /** The kind of value, without the value itself. It distinguishes findings about the same property. */
  readonly valueClass: string;
  /** The undocumented property, parameter or value. */
  readonly name?: string;
  /** The names or values that the spec documents at this location. */
  readonly declared?: readonly string[];
  /** The number of occurrences in the exchange. Default: 1. */
  readonly occurrences?: number;
  /** Findings that follow from this one, such as a response that repeats an invalid value of the request. */
  readonly consequences?: readonly Consequence[];
  /** The edit of the spec that accepts the value, if the keyword does not tell it. */
  readonly edit?: string;
};

/** A finding that follows from another one, and is reported with it. */
export type Consequence = Pick<CheckFinding, "code" | "message">;

/** The reason why part of an exchange could not be checked. It makes the verdict partial. */
export type NotValidated = { readonly notValidated: string };

/** The result of reading a body. */
export type BodyContent =
  | { readonly kind: "none" }
  /** The body cannot be checked: it is not recorded, cannot be decoded, or its type is not supported. */
  | { readonly kind: "not-checked"; readonly reason: string }
  | Malformed
  /**
   * `each`: the body is a stream, and the schema applies to each value. `inner`: further values with schemas of their own, such
   * as the JSON in an event. `violations`: those that the value does not show. `form`: the text of a form, still encoded.
   * `conformity`: what is already known about the value.
   */
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly each?: boolean;
      readonly inner?: readonly BodyValue[];
      readonly violations?: readonly Violation[];
      readonly form?: string;
      readonly xml?: XmlContent;
      readonly conformity?: Conformity | undefined;
    }
  /** The bytes conform to the schema, so the body was not parsed. */
  | { readonly kind: "accepted" }
  /** The media type is not documented, so there is no schema to check. */
  | { readonly kind: "unread" };

/** The parts of an XML body that its value does not include. */
export type XmlContent = {
  readonly text: string;
  /** Returns the element or attribute that a location in the value was read from. */
  readonly getPart: (at: Pointer) => XmlPart | undefined;
  /** Undocumented items that the value cannot represent, such as attributes of an element that is not an object. */
  readonly undeclared: readonly XmlNote[];
  /** The reasons why parts cannot be checked: the spec does not define them. */
  readonly undecided: readonly string[];
};

/** A value in a body, its schema and its pointer in the body. `property` is the path with `*` for the index of an item. */
export type BodyValue = {
  readonly schema: Pointer;
  readonly prefix: Pointer;
  readonly property: string;
  readonly value: unknown;
};
