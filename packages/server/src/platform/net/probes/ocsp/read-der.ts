/** An element of DER. `bytes` are the whole element, `content` is without its tag and length. */
export type DerElement = { tag: number; content: Buffer; bytes: Buffer };

/**
 * Reads the elements that follow each other in some bytes. Returns none of them if the bytes are no DER. Source: ITU-T
 * X.690, sections 8.1 and 10.1; tags above 30 and lengths of more than 4 bytes, which certificates do not use, are not read.
 */
export function readDer(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const element = readFirst(rest);
    if (element === null) return [];
    elements.push(element);
    rest = rest.subarray(element.bytes.length);
  }
  return elements;
}

/** The elements in an element. */
export function childrenOf(element: DerElement | undefined): DerElement[] {
  return element === undefined ? [] : readDer(element.content);
}

const MULTIPLE_BYTES = 0x1f;
const LONG_FORM = 0x80;
const LENGTH_BYTES_MAX = 4;

function readFirst(bytes: Buffer): DerElement | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & MULTIPLE_BYTES) === MULTIPLE_BYTES) return null;
  const lengthBytes = first < LONG_FORM ? 0 : first - LONG_FORM;
  // Length 0 in the long form is the indefinite length of BER.
  if (first === LONG_FORM || lengthBytes > LENGTH_BYTES_MAX || bytes.length < 2 + lengthBytes) return null;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) return null;
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(0, start + length) };
}
