// The thread in which a stranger's picture is decoded and written anew.
import { rewriteHere } from "../shared/images/rewrite-here.js";

rewriteHere();
