/** NKeys and JSON Web Tokens of NATS, made for one test. */
import { nkeys } from "@nats-io/transport-node";

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** The public key of a user, and its seed. */
export function createNkey(): { readonly publicKey: string; readonly seed: string } {
  const user = nkeys.createUser();
  return { publicKey: user.getPublicKey(), seed: readSeed(user) };
}

/** An operator with one account that may use JetStream: the configuration of its server, and credentials of users. */
export function createOperator(): { readonly config: string; readonly createCredentials: () => string } {
  const operator = nkeys.createOperator();
  const account = nkeys.createAccount();
  const name = account.getPublicKey();
  const usual = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const limits = { ...usual, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const accountToken = sign(operator, name, { limits, type: "account", version: 2 });
  const system = nkeys.createAccount().getPublicKey();
  const systemToken = sign(operator, system, { limits: usual, type: "account", version: 2 });
  const operatorToken = sign(operator, operator.getPublicKey(), { type: "operator", version: 2 });
  return {
    config: `operator: ${operatorToken}
system_account: ${system}
resolver: MEMORY
resolver_preload: { ${name}: ${accountToken}, ${system}: ${systemToken} }`,
    createCredentials: () => {
      const user = nkeys.createUser();
      const claims = { pub: {}, sub: {}, subs: -1, data: -1, payload: -1, type: "user", version: 2 };
      const token = sign(account, user.getPublicKey(), claims);
      return [
        ...["-----BEGIN NATS USER JWT-----", token, "------END NATS USER JWT------", ""],
        ...["-----BEGIN USER NKEY SEED-----", readSeed(user), "------END USER NKEY SEED------", ""],
      ].join("\n");
    },
  };
}

function readSeed(pair: KeyPair): string {
  return Buffer.from(pair.getSeed()).toString("latin1");
}

function sign(issuer: KeyPair, subject: string, nats: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { jti: subject, iat: 1, iss: issuer.getPublicKey(), name: subject, sub: subject, nats };
  const text = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode(claims)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString("base64url")}`;
}
