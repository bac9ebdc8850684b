/** Names of Node modules that the checker imports and never uses in a browser. */
const absent = new Proxy(() => undefined, { get: () => absent }) as never;

export default absent;
export {
  absent as closeSync,
  absent as createGunzip,
  absent as existsSync,
  absent as MessageChannel,
  absent as open,
  absent as openSync,
  absent as Readable,
  absent as readdir,
  absent as readFileSync,
  absent as readSync,
  absent as realpathSync,
  absent as receiveMessageOnPort,
  absent as stat,
  absent as statSync,
  absent as Worker,
};
