interface Blob {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
interface File extends Blob {
  readonly name: string;
}
