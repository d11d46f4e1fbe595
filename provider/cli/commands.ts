import { doctorCommand } from "./doctor/command";
import { simulateCommand } from "./simulate/command";
import { pullCommand } from "./pull/command";
import { showCommand } from "./show/command";
import { diffCommand } from "./diff/command";
import { findCommand } from "./find/command";
import { campaignsCommand } from "./campaigns/command";
import { validateCommand } from "./validate/command";
import { reportCommand } from "./report/command";
import type { MakeCommand } from "./program";

/** The commands of `app-list`, in the order in which the help shows them. */
export const commands: readonly MakeCommand[] = [
  validateCommand,
  reportCommand,
  showCommand,
  diffCommand,
  findCommand,
  pullCommand,
  simulateCommand,
  campaignsCommand,
  doctorCommand,
];
