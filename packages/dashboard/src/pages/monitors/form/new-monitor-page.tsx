import { PageHeader } from "../../../components/page-header.tsx";
import { AddMonitor } from "./add-monitor.tsx";

export function NewMonitorPage() {
  return (
    <>
      <PageHeader title="Add monitor" lead="The first check runs immediately, then every 60 seconds." />
      <AddMonitor />
    </>
  );
}
