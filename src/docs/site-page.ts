/** One page of a documentation site. */
export type SitePage = {
  /** The path below the root of the site without slashes at its ends, such as `reference/schemas/order`; empty for the start page. */
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  /** Groups of the sidebar, outermost first; undefined for a page that the sidebar does not list. */
  readonly groups?: readonly string[];
  /** The text in the sidebar; the default is the title. */
  readonly label?: string;
  /** Whether it is the first page of its group. */
  readonly isFirst?: boolean;
  /** The HTTP method beside the label. */
  readonly badge?: string;
  /** Markdown without the title. It links to other pages of the site as `/reference/schemas/order/#anchor`. */
  readonly body: string;
  readonly request?: TryItRequest;
};

/** What the form "Try it" needs of an operation. */
export type TryItRequest = {
  /** The id of the operation. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly servers: readonly string[];
  readonly fields: readonly TryItField[];
  readonly authorization: boolean;
  readonly contentType?: string;
  readonly body?: string;
};

export type TryItField = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly value: string;
};
