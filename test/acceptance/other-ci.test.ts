import { testTasks } from "./tasks";

testTasks("other-ci.txt");
