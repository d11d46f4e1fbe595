import { operations } from "./cell";
import { testMatrix } from "./matrix";

testMatrix(operations.filter(({ name }) => name.startsWith("an update")));
