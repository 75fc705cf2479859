/*
 * Encodes the results of one series and day by columns. Pure. The view `closed_result` decodes them; its migration describes
 * the layout.
 */

/** Results of one series and day, sorted by slot. */
export type DayRows = {
  /** One record of `RECORD_BYTES` a result, in the layout of the view, with the response time minus its phases not computed yet. */
  records: Buffer;
  /** The stored details of each result as text; null for a result without, or if no result has any. */
  details: readonly (string | null)[] | null;
};

export type EncodedDay = {
  results: number;
  stepUs: number;
  planes: Buffer;
  dense: Buffer;
  sparse: Buffer;
  templates: string[];
};

/** Bytes of a record as read from the database: without the number of its template. */
const RECORD_BYTES = 42;
const TEMPLATE_BYTES = 3;
const PLANES = RECORD_BYTES + TEMPLATE_BYTES;

/** Positions in a record. */
const AT = { response: 6, dns: 10, connect: 14, tls: 18, ttfb: 22 };
const OFFSET_BYTES = 5;
const OFFSETS = 2 ** (8 * OFFSET_BYTES);

/** Stands for the response time in a template. A text of jsonb contains no control character. */
const RESPONSE_TIME = "\u0001";

/**
 * A plane with at most this many different bytes shrinks by pglz, which finds repeated sequences and knows no frequencies.
 */
const SPARSE_VALUES_MAX = 16;

/** Encodes at least one result. */
export function encodeDay({ records, details }: DayRows): EncodedDay {
  const results = records.length / RECORD_BYTES;
  const offsets = Array.from({ length: results }, (_, nr) =>
    records.readUIntBE(nr * RECORD_BYTES, OFFSET_BYTES),
  );
  const stepUs = medianStep(offsets);
  const { templates, numbers } = toTemplates(records, details);
  const columns = Buffer.alloc(PLANES * results);
  const record = Buffer.alloc(PLANES);
  for (let nr = 0; nr < results; nr++) {
    records.copy(record, 0, nr * RECORD_BYTES);
    const residual = ((((offsets[nr] ?? 0) - nr * stepUs) % OFFSETS) + OFFSETS) % OFFSETS;
    record.writeUIntBE(residual, 0, OFFSET_BYTES);
    record.writeInt32BE(restOf(record), AT.ttfb);
    record.writeUIntBE(numbers[nr] ?? 0, RECORD_BYTES, TEMPLATE_BYTES);
    for (let plane = 0; plane < PLANES; plane++) columns[plane * results + nr] = record[plane] ?? 0;
  }
  return { results, stepUs, templates, ...arrange(columns, results) };
}

/** The usual distance of two slots, in microseconds. */
function medianStep(offsets: readonly number[]): number {
  const steps = offsets.slice(1).map((offset, nr) => offset - (offsets[nr] ?? 0));
  return steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
}

/** The response time minus all phases: the download, if there was a response. Wraps around at 32 bits. */
function restOf(record: Buffer): number {
  const phases = [AT.dns, AT.connect, AT.tls, AT.ttfb].reduce((sum, at) => sum + record.readInt32BE(at), 0);
  return (record.readInt32BE(AT.response) - phases) | 0;
}

/** Numbers the different details from 1; those that differ only by the response time have one number. */
function toTemplates(
  records: Buffer,
  details: DayRows["details"],
): { templates: string[]; numbers: number[] } {
  const known = new Map<string, number>();
  const numbers = (details ?? []).map((text, nr) => {
    if (text === null) return 0;
    const template = toTemplate(text, records.readInt32BE(nr * RECORD_BYTES + AT.response));
    const number = known.get(template) ?? known.size + 1;
    known.set(template, number);
    return number;
  });
  return { templates: [...known.keys()], numbers };
}

/** An assertion on the response time repeats it in `actual`. */
function toTemplate(text: string, responseUs: number): string {
  const actual = `"actual": ${responseUs / 1_000}`;
  return text.replaceAll(`${actual},`, `"actual": ${RESPONSE_TIME},`);
}

function arrange(columns: Buffer, results: number): Pick<EncodedDay, "planes" | "dense" | "sparse"> {
  const kinds = Array.from({ length: PLANES }, (_, plane) => kindOf(planeOf(columns, plane, results)));
  const order = (["dense", "sparse"] as const).flatMap((kind) =>
    kinds.flatMap((each, plane) => (each === kind ? plane : [])),
  );
  const join = (kind: "dense" | "sparse") =>
    Buffer.concat(
      order.filter((plane) => kinds[plane] === kind).map((plane) => planeOf(columns, plane, results)),
    );
  // Number 0 is the plane of zeros; indexOf is -1 for it.
  const planes = Buffer.from(kinds.map((_, plane) => order.indexOf(plane) + 1));
  return { planes, dense: join("dense"), sparse: join("sparse") };
}

const planeOf = (columns: Buffer, plane: number, results: number): Buffer =>
  columns.subarray(plane * results, (plane + 1) * results);

function kindOf(plane: Buffer): "zeros" | "sparse" | "dense" {
  const values = new Set(plane);
  if (values.size === 1 && values.has(0)) return "zeros";
  return values.size <= SPARSE_VALUES_MAX ? "sparse" : "dense";
}
