/** A request as values, before it is serialized. */
export type HookRequest = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
  readonly body?:
    | { readonly contentType: string; readonly value: unknown }
    | { readonly contentType: string; readonly text: string };
};

export type HookOperation = { readonly operationId: string; readonly method: string; readonly path: string };

/** Credentials by name. A cookie is sent in the Cookie header. */
export type HookCredentials = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
};

export type HookExchange = HookOperation & {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Status 0 means that no response came. Header names are in lower case. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
};

/** The functions of a module for `contract probe --hooks`. Each is optional and may return a promise. */
export type ProbeHooks = {
  /** Returns the credentials of a request, in place of `--auth`. */
  readonly getCredentials?: (operation: HookOperation) => HookCredentials | Promise<HookCredentials>;
  /** Changes a valid request before it is sent, such as a signature or a value that must be new. Returns nothing to keep it. */
  readonly prepareRequest?: (
    operation: HookOperation,
    request: HookRequest,
  ) => HookRequest | undefined | Promise<HookRequest | undefined>;
  /** Checks an exchange. A returned text is a finding. */
  readonly checkExchange?: (exchange: HookExchange) => string | undefined | Promise<string | undefined>;
};
