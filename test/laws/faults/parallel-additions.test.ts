import { parallelAdditions } from "./cell";
import { testMatrix } from "./matrix";

testMatrix([parallelAdditions], { "takes one entry a request": { maxEntriesPerRequest: 1 } });
