import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const OPENSSL = "/usr/bin/openssl";
const run = promisify(execFile);
const KEYS = { ec: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], rsa: ["rsa:2048"] };
const CURRENT = "991231235959Z";

/** The revocation of a certificate, as in the index of `openssl ca`; `unknown` is not in it. */
export type IndexState = "good" | "unknown" | { revokedOn: string; reason: string };

/** An authority of `openssl`, a certificate for localhost, and responses about it of `openssl ocsp`. */
export type OcspAuthority = Awaited<ReturnType<typeof createOcspAuthority>>;

export async function createOcspAuthority(kind: keyof typeof KEYS) {
  const folder = await mkdtemp(join(tmpdir(), "vedette-ocsp-"));
  const path = (name: string) => join(folder, name);
  const issue = async (name: string, args: readonly string[]): Promise<X509Certificate> => {
    const files = ["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)];
    const request = ["req", "-x509", "-newkey", ...KEYS[kind], "-nodes", "-days", "30"];
    await run(OPENSSL, [...request, ...files, "-subj", `/CN=${name}`, ...args]);
    return new X509Certificate(await readFile(path(`${name}.pem`)));
  };
  const byCa = ["-CA", path("ca.pem"), "-CAkey", path("ca.key")];
  const ca = await issue("ca", []);
  const leaf = await issue("localhost", [...byCa, "-addext", "subjectAltName=DNS:localhost"]);
  await issue("delegate", [...byCa, "-addext", "extendedKeyUsage=OCSPSigning"]);
  await issue("other", byCa);

  async function respond(
    state: IndexState,
    { signer = "ca", args = [] }: { signer?: "ca" | "delegate" | "other"; args?: readonly string[] } = {},
  ): Promise<Buffer> {
    const entry = `${leaf.serialNumber}\tunknown\t/CN=localhost\n`;
    const line =
      typeof state === "object"
        ? `R\t${CURRENT}\t${state.revokedOn},${state.reason}\t${entry}`
        : `V\t${CURRENT}\t\t${entry}`;
    await writeFile(path("index.txt"), state === "unknown" ? "" : line);
    const by = ["-rsigner", path(`${signer}.pem`), "-rkey", path(`${signer}.key`)];
    const about = ["-issuer", path("ca.pem"), "-cert", path("localhost.pem")];
    const files = ["-index", path("index.txt"), "-CA", path("ca.pem"), "-respout", path("response.der")];
    await run(OPENSSL, ["ocsp", "-noverify", "-ndays", "7", ...files, ...by, ...args, ...about]);
    return readFile(path("response.der"));
  }

  return {
    ...{ ca, leaf, respond },
    tls: { cert: leaf.toString(), key: await readFile(path("localhost.key"), "utf8") },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
