#!/usr/bin/env node
import { startExecutable } from "../../common/start-executable";

startExecutable(() => import("./main.js"));
