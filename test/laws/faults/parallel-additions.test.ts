import { parallelAdditions } from "./cell";
import { testMatrix } from "./matrix";

testMatrix([parallelAdditions], { "takes one entry per request": { maxEntriesPerRequest: 1 } });
