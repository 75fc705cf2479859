import { PORTAL, WEB, WEB6 } from "./network.ts";
import type { Scenario, WebOptions } from "./scenario.ts";

const USUAL = `default_type text/plain; add_header X-Release "42"; return 200 "catalog of the shop\\n";`;
const LOGIN = `return 302 http://login.portal.example/;`;

/** The configuration of nginx: one server for each address that is not broken or stopped. */
export function nginxConfig(scenario: Scenario & { isPortal?: true }, folder: string): string {
  const addresses = scenario.isPortal ? [PORTAL] : [...WEB, ...WEB6];
  const servers = addresses.flatMap((address) => {
    const options: WebOptions = scenario.isPortal
      ? { location: LOGIN, certificate: "selfSigned" }
      : (scenario.web?.[address] ?? scenario.web?.all ?? {});
    if (options.isStopped || scenario.broken?.[address] !== undefined) return [];
    return serverText(address, options, folder);
  });
  const name = scenario.isPortal ? "portal" : "web";
  return `user root;
worker_processes 1;
daemon off;
pid ${folder}/${name}.pid;
error_log stderr notice;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server_tokens off;
${servers.join("\n")}
}
`;
}

function serverText(
  address: string,
  { certificate = "valid", location = USUAL, isPlain }: WebOptions,
  folder: string,
): string {
  const host = address.includes(":") ? `[${address}]` : address;
  const tls = isPlain ? "" : " ssl";
  return `  server {
    listen ${host}:80;
    listen ${host}:443${tls};
    ssl_certificate ${folder}/${certificate}.pem;
    ssl_certificate_key ${folder}/key.pem;
    location / { ${location} }
  }`;
}
