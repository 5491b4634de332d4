/// Things every test target may use.
package enum Support {}
