/**
 * Playwright's viewer starts when any service worker controls its page. The worker of the dashboard does too, because it has
 * the whole site as its scope, and answers nothing that the viewer needs. This script starts the viewer only when the
 * viewer's own worker has taken over.
 */

const MODULE = /<script type="module" crossorigin src="(\.\/index\.[\w-]+\.js)"><\/script>/;

export type StartPage = { html: string; script: string };

/** Returns the page of the viewer with another start script, and that script. Throws if Playwright has changed the page. */
export function startPage(html: string, serviceWorker: string): StartPage {
  const [tag, module] = MODULE.exec(html) ?? [];
  if (tag === undefined || module === undefined)
    throw new Error("the page of Playwright's trace viewer has no known start script");
  return {
    html: html.replace(tag, '<script type="module" src="./start.js"></script>'),
    script: `const { serviceWorker } = navigator;
if (serviceWorker) {
  const own = new URL(${JSON.stringify(serviceWorker)}, location.href).href;
  await serviceWorker.register(own);
  while (serviceWorker.controller?.scriptURL !== own)
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}
await import(${JSON.stringify(module)});
`,
  };
}
