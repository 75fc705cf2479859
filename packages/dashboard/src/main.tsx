import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./app/router.tsx";
import { startServiceWorker } from "./app/service-worker.ts";
import { startTheme } from "./app/theme.ts";
import { prefetchState } from "./app/visitor.tsx";
import "./styles/theme.css";

/** Entry point of the dashboard. The dashboard uses only the public API: it depends on the contract, not on the server. */
const root = document.getElementById("app");
if (!root) throw new Error("index.html has no element with the id app");
startTheme();
prefetchState();
startServiceWorker();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
