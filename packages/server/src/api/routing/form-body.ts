import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import type { FileWork, Form, FormLimits } from "./form.ts";
import { assertOwnOrganizationIn } from "./read-input.ts";

/** Accepts forms only for routes that declare one. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser("multipart/form-data", (request, payload, done) => {
    if (request.routeOptions.config.takesForm) return done(null, undefined);
    payload.resume();
    done(new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as Content-Type: application/json."));
  });
}

export function formOf<S extends z.ZodObject>(
  request: FastifyRequest,
  { fields: schema, fileBytesMax, fieldBytesMax = FIELD_BYTES_MAX, filesMax = 1 }: FormLimits<S>,
): Form<z.output<S>> {
  async function receiveAll<T>({ take, undo }: FileWork<T>): Promise<{ fields: z.output<S>; files: T[] }> {
    assertForm(request, fileBytesMax + fieldBytesMax + (filesMax - 1) * FRAME_OF_FILE_BYTES_MAX);
    const parts = await readParts(request, { take, undo, fileBytesMax, fieldBytesMax, filesMax });
    try {
      if (parts.broken) throw parts.broken;
      const fields = Object.fromEntries(parts.fields);
      assertOwnOrganizationIn(request, fields);
      const parsed = parseFields(schema, fields);
      const errors = [...(parsed.errors ?? []), ...parts.errors];
      if (parts.taken.length === 0) errors.push({ path: "file", message: "is required" });
      if (parts.isCut) throw fileTooLarge(fileBytesMax);
      if (errors.length > 0 || parsed.errors) throw badFields(errors);
      return { fields: parsed.value, files: parts.taken };
    } catch (error) {
      await Promise.all(parts.taken.map((taken) => undo(taken)));
      throw error;
    }
  }
  return {
    receiveAll,
    async receive(work) {
      const { fields, files } = await receiveAll(work);
      const [file] = files;
      if (file === undefined) throw new Error("a form without a file was accepted");
      return { fields, file };
    },
  };
}

/** Maximum size of a form without its file and fields. */
const FRAME_BYTES_MAX = 16_384;
/** What each further file of several adds to that: its headers with its name. */
const FRAME_OF_FILE_BYTES_MAX = 5_000;
const FIELDS_MAX = 10;
const FIELD_BYTES_MAX = 2_000;

function assertForm({ headers }: FastifyRequest, bytesMax: number): void {
  if (!/^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "")) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the file as a form: Content-Type: multipart/form-data.",
    );
  }
  // Checked before the client sends the body, if it waits for 100 Continue.
  if (Number(headers["content-length"] ?? 0) > bytesMax + FRAME_BYTES_MAX) throw fileTooLarge(bytesMax);
}

type Parts<T> = {
  fields: Map<string, string>;
  errors: ErrorDetail[];
  taken: T[];
  isCut: boolean;
  /** The error, if the form could not be read to its end. */
  broken: AppError | null;
};

type PartLimits = { fileBytesMax: number; fieldBytesMax: number; filesMax: number };

async function readParts<T>(
  request: FastifyRequest,
  { take, undo, ...limits }: FileWork<T> & PartLimits,
): Promise<Parts<T>> {
  const parts: Parts<T> = { fields: new Map(), errors: [], taken: [], isCut: false, broken: null };
  const files: Readable[] = [];
  const taking: Promise<T>[] = [];
  const parser = createParser(request, limits);
  listenToFields(parser, parts);
  parser.on("file", (name: string | undefined, stream, fileName: string | undefined) => {
    if (name === "file" && taking.length < limits.filesMax) {
      stream.on("limit", () => {
        parts.isCut = true;
      });
      const file = passThrough(stream);
      files.push(file);
      taking.push(takeAll(take(file, fileName ?? ""), file));
      return;
    }
    // The stream fails if the form is incomplete, which is reported for the whole form.
    stream.on("error", () => undefined).resume();
    const message = name === "file" ? "occurs twice" : "must not be a file; the file belongs in `file`";
    parts.errors.push({ path: name ?? "", message });
  });
  try {
    await pipeline(request.raw, parser);
  } catch (error) {
    parts.broken = new AppError("BAD_REQUEST", "The form is incomplete or not valid.", { cause: error });
    // Otherwise the consumers of the files would wait for their end.
    for (const file of files) file.destroy(parts.broken);
  }
  await settle(parts, { taking, undo });
  return parts;
}

/** Waits for all files. If one of them failed, undoes the others and throws its error. */
async function settle<T>(
  parts: Parts<T>,
  { taking, undo }: { taking: readonly Promise<T>[]; undo(taken: T): Promise<void> },
): Promise<void> {
  const outcomes = await Promise.allSettled(taking);
  parts.taken = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failed) return;
  await Promise.all(parts.taken.map((taken) => undo(taken)));
  // The file fails because the form did; its error adds no information.
  throw parts.broken ?? failed.reason;
}

/** Busboy passes undefined for a missing name, contrary to its types. */
function listenToFields(
  parser: BusboyInstance,
  { fields, errors }: Pick<Parts<unknown>, "fields" | "errors">,
): void {
  parser.on("field", (named: string | undefined, value, isNameCut, isCut) => {
    const name = named ?? "";
    if (isNameCut || isCut) errors.push({ path: name, message: "is too long" });
    else if (fields.has(name)) errors.push({ path: name, message: "occurs twice" });
    else fields.set(name, value);
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => errors.push({ path: "", message: "has too many fields" }));
  }
}

/**
 * Passes a file on to a reader that may stop early; the rest of the form is still read. Errors reach the
 * reader if it still reads.
 */
function passThrough(stream: Readable): Readable {
  const through = new PassThrough();
  through.on("error", () => undefined);
  through.once("close", () => stream.resume());
  stream.on("error", (error) => through.destroy(error));
  return stream.pipe(through);
}

/** Stops reading the file once `taking` settles; the rest of the form is still read. */
function takeAll<T>(taking: Promise<T>, file: Readable): Promise<T> {
  const stop = () => file.destroy();
  taking.then(stop, stop);
  return taking;
}

function createParser(
  { headers }: FastifyRequest,
  { fileBytesMax, fieldBytesMax, filesMax }: PartLimits,
): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      // Files of a folder are distinguished by their paths.
      preservePath: filesMax > 1,
      limits: {
        fields: FIELDS_MAX,
        fieldSize: fieldBytesMax,
        files: filesMax,
        fileSize: fileBytesMax,
        parts: FIELDS_MAX + filesMax,
        headerPairs: 20,
        headerSize: 4_096,
      },
    });
  } catch (error) {
    throw new AppError("BAD_REQUEST", "The Content-Type of the form has no boundary.", { cause: error });
  }
}

function fileTooLarge(bytesMax: number): AppError {
  return new AppError(
    "PAYLOAD_TOO_LARGE",
    `The file is too large; at most ${Math.floor(bytesMax / 1_048_576)} MiB are accepted.`,
  );
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route accepts a form with a file instead of a JSON body. */
    takesForm?: boolean;
  }
}
