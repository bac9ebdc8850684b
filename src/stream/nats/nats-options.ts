/** Options without types of the NATS client, because the declarations of the package do not need it. */

/** How to sign in to the server. The paths are those of files. */
export type NatsAccess = {
  /** A credentials file of `nsc`: a JSON Web Token with its NKey. */
  readonly creds?: string | undefined;
  /** The seed of an NKey. */
  readonly nkey?: string | undefined;
  /** The certificate authority of the server. */
  readonly tlsCa?: string | undefined;
  /** The certificate of this client, and its key. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
};

/** Settings of the streams. Those that are absent keep their value, or get their default in a new stream. */
export type StreamLimits = {
  /** Servers that store the data. */
  readonly replicas?: number | undefined;
  /** Maximum bytes of chunks that wait. Feeders wait while the stream is full. */
  readonly maxBytes?: number | undefined;
  /** Days for which results are kept. */
  readonly keepDays?: number | undefined;
  /** Days for which checked chunks are archived. Without it, no archive is created. */
  readonly archiveDays?: number | undefined;
  /** Maximum bytes of the archive. The oldest chunks make room for new ones. */
  readonly maxArchiveBytes?: number | undefined;
  /** Milliseconds in which a chunk that is published again is not stored again. */
  readonly duplicateWindowMs?: number | undefined;
};

export type NatsStreamOptions = NatsAccess &
  StreamLimits & {
    readonly url: string;
    readonly service: string;
    /** Milliseconds after which a chunk that is neither kept nor acknowledged goes to another worker. */
    readonly ackWaitMs?: number;
    /** Milliseconds for which a request that changes nothing is repeated. */
    readonly retryMs?: number;
  };

/**
 * Parses the address of one server, or of several of a cluster, separated by commas. Those after the first need no scheme.
 *
 * @returns undefined if one of them is no URL of a NATS server
 */
export function parseServerUrls(text: string): readonly URL[] | undefined {
  const parts = text.split(",").map((it, index) => (index > 0 && !it.includes("://") ? `nats://${it}` : it));
  const isAddress = (it: string): boolean => /^(nats|tls):\/\/[^\s/]/.test(it) && URL.canParse(it);
  return parts.every(isAddress) ? parts.map((it) => new URL(it)) : undefined;
}

/** The hosts of the servers, for messages. They contain no password. */
export function formatServers(text: string): string {
  return (parseServerUrls(text) ?? []).map(({ host }) => host).join(", ");
}
