import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "../../harness/nginx.ts";
import { spawnTied } from "../../harness/tied-process.ts";
import { mustBecome } from "../measuring/verdicts.ts";

/** nginx that serves a server over HTTPS, with a certificate of its own. */
export type TlsProxy = {
  readonly url: string;
  readonly port: number;
  /** Path of the certificate, which clients must trust. */
  readonly ca: string;
  stop(): Promise<void>;
};

export async function startTlsProxy(
  folder: string,
  { host, upstream }: { host: string; upstream: string },
): Promise<TlsProxy> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const [key, ca] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  makeCertificate(host, { key, ca });
  const config = join(folder, "nginx.conf");
  writeFileSync(config, configText({ folder, listen: `${host}:${port}`, upstream }));
  const child = spawnTied("nginx", ["-c", config, "-p", folder, "-e", join(folder, "error.log")], {
    stdio: "inherit",
  });
  await mustBecome("nginx listens", () => isListening(port, host));
  return {
    url: `https://${host}:${port}`,
    port,
    ca,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function makeCertificate(host: string, { key, ca }: { key: string; ca: string }): void {
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=IP:${host}`];
  execFileSync("openssl", ["req", "-x509", ...kind, ...subject, "-keyout", key, "-out", ca], {
    stdio: "ignore",
  });
}

function configText({
  folder,
  listen,
  upstream,
}: {
  folder: string;
  listen: string;
  upstream: string;
}): string {
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1000; }
http {
  access_log off;
  client_max_body_size 32m;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen ${listen} ssl;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    location / { proxy_pass ${upstream}; proxy_http_version 1.1; proxy_set_header Host $http_host; }
  }
}
`;
}

function isListening(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}
