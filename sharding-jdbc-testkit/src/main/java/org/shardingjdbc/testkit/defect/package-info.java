/**
 * Faults that a test plants into the library to see whether what looks for faults finds them. In go lines of a class
 * and what is wrong in their place, out comes the changed class, in a folder of its own; begin with
 * {@link org.shardingjdbc.testkit.defect.PlantedSource}.
 */
package org.shardingjdbc.testkit.defect;
