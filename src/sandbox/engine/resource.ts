/** What the engine knows of a spec. */
import type { Operation, Parameter, Pointer } from "../../document/index.js";
import type { ListFacts } from "../../resources/index.js";

/** Records of one kind: the items of a list, or a single record at a path of its own. */
export type Resource = {
  /** The shape of the path of one record, such as `/pets/{}`. */
  readonly shape: string;
  /** The shape of the path of the list; undefined if there is one record only. */
  readonly collection: string | undefined;
  readonly name: string;
  /** The shapes of lists below others that have records of this kind too, at paths of their own. */
  readonly nested: readonly string[];
  /** The member of the record that it is below which has it too, and its schema there: `items` of a cart, and `/carts/{id}/items`. */
  readonly part: { readonly owner: string; readonly member: string; readonly schema: Pointer } | undefined;
  /** The schema of a record in responses; empty if the spec says nothing about it. */
  readonly schema: Pointer;
  /** The names of its properties. */
  readonly properties: readonly string[];
  /** Whether it is the schema of the attributes of resource objects of JSON:API. */
  readonly isAttributes: boolean;
  /** The schema of a record in lists. */
  readonly itemSchema: Pointer | undefined;
  /** The location of the id in a record; undefined if the id is only in paths. */
  readonly identity: readonly string[] | undefined;
  /** The locations of the values before the last one of an id of several parameters. */
  readonly leading: readonly (readonly string[])[];
  /** The path parameter with the id. */
  readonly parameter: Parameter | undefined;
  /** Other names of the id: that of the path parameter, and that which a creation returns. */
  readonly idNames: readonly string[];
  /** The properties that clients send. */
  readonly sent: ReadonlySet<string>;
  /** Those of them that clients send to create a record. */
  readonly sentFirst: ReadonlySet<string>;
  /** The operation that adds a record to the list. */
  readonly creator: Operation | undefined;
  /** Whether each id has a record: the spec lists them, nothing creates and lists them, or they are only read, and without a declared 404. */
  readonly isOpen: boolean;
};

export type PlayKind =
  | "create"
  | "add"
  | "set"
  | "list"
  | "count"
  | "read"
  | "replace"
  | "change"
  | "delete"
  | "clear"
  | "link"
  | "unlink"
  | "act"
  | "example";

export type Play = {
  readonly operation: Operation;
  readonly kind: PlayKind;
  /** Undefined for examples. */
  readonly resource: Resource | undefined;
  /** How the list continues and where its items are. */
  readonly list?: Partial<ListFacts> & { readonly items: Pointer };
  /** The schema of an item of the list. */
  readonly itemSchema?: Pointer;
  /** The operation with the members of its body as parameters of a query, if they select records. */
  readonly query?: Operation;
  /** The property by which the path names the record, if that is not its id: `name` of `/pets/name/{name}`. */
  readonly named?: string;
  /** The shape of a list that has only the records which belong to its path, such as `/users/{}/pets` of `/pets`. */
  readonly view?: string;
  /** The name of an action, such as `cancel`. */
  readonly action?: string;
  /** The fact that decides it. */
  readonly reason: string;
};

export type ResourcePlan = {
  readonly plays: ReadonlyMap<Operation, Play>;
  /** By the shape of the path of one record. */
  readonly resources: ReadonlyMap<string, Resource>;
};
