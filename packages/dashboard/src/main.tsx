import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./app/router.tsx";
import { startTheme } from "./app/theme.ts";
import { askEarly } from "./app/visitor.tsx";
import "./styles/theme.css";

/**
 * The web interface. It is a client of the public API like any other: what it can do, the contract
 * says, and of the server behind it nothing is known here.
 */
const root = document.getElementById("app");
if (!root) throw new Error("index.html has lost its #app");
startTheme();
askEarly();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
