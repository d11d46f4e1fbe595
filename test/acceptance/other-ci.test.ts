import { testTasks } from "./walk";

testTasks("other-ci.txt");
